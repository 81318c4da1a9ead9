//! The pages as the sources of a book, with their links adapted to the book.
//!
//! A page of the summary is a chapter. One in `docs` lies at the top of the book; one elsewhere keeps its place in the
//! repository. Other files, such as source files and pictures, lie in the book too, so that it can be read without the
//! repository.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag};

/// The folder of the pages.
const PAGES: &str = "docs";

/// The list of chapters, as mdBook reads it.
const SUMMARY: &str = "SUMMARY.md";

/// The folder in the book of files that are not pages.
const FILES: &str = "files";

/// A file of the book: its place there, and its bytes.
pub type BookFile = (PathBuf, Vec<u8>);

/// Returns the sources of the book, from the repository in that folder.
///
/// # Errors
///
/// When a page, or a file to which a page links, cannot be read.
pub fn book(repository: &Path) -> io::Result<Vec<BookFile>> {
    let summary = Path::new(PAGES).join(SUMMARY);
    let mut chapters: BTreeSet<PathBuf> = [summary.clone()].into();
    chapters.extend(targets(&summary, &text(repository, &summary)?));
    let mut files = BTreeMap::new();
    for chapter in &chapters {
        let text = text(repository, chapter)?;
        for target in targets(chapter, &text) {
            if !chapters.contains(&target) {
                files.insert(place(&target, &chapters), whole(repository, &target)?);
            }
        }
        files.insert(
            place(chapter, &chapters),
            with_links(chapter, &text, &chapters).into_bytes(),
        );
    }
    Ok(files.into_iter().collect())
}

/// Returns a page's text.
fn text(repository: &Path, page: &Path) -> io::Result<String> {
    std::fs::read_to_string(repository.join(page)).map_err(|error| name_file(page, error))
}

/// Returns the bytes of a file.
fn whole(repository: &Path, file: &Path) -> io::Result<Vec<u8>> {
    std::fs::read(repository.join(file)).map_err(|error| name_file(file, error))
}

/// Adds the name of a file to an error.
fn name_file(file: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

/// A link of a page to a file of the repository.
struct Link {
    /// The range of the link in the page's text, with the brackets and its words.
    range: std::ops::Range<usize>,
    /// The destination as written.
    destination: String,
    /// The file, from the top of the repository.
    file: PathBuf,
    /// The rest of the destination: `#` and a heading, or nothing.
    heading: String,
}

/// Returns the links of a page to files, in their order.
fn links(page: &Path, text: &str) -> Vec<Link> {
    let folder = page.parent().expect("a page is in a folder, or at the top");
    let of_event = |(event, range)| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            let destination = dest_url.into_string();
            let (file, _) = destination.split_once('#').unwrap_or((&destination, ""));
            let is_file = !file.is_empty() && !file.contains("://") && !file.starts_with("mailto:");
            is_file.then(|| Link {
                range,
                file: normal(&folder.join(file)),
                heading: destination[file.len()..].to_owned(),
                destination: destination.clone(),
            })
        }
        _ => None,
    };
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter();
    events.filter_map(of_event).collect()
}

/// Returns the files that a page links to, from the top of the repository.
fn targets(page: &Path, text: &str) -> Vec<PathBuf> {
    links(page, text).into_iter().map(|link| link.file).collect()
}

/// Returns a page's text with its links to the places in the book.
fn with_links(page: &Path, text: &str, chapters: &BTreeSet<PathBuf>) -> String {
    let mut replaced = text.to_owned();
    let own = place(page, chapters);
    let up: PathBuf = own.components().skip(1).map(|_| Component::ParentDir).collect();
    // From the end, so that the places of earlier links stay.
    for link in links(page, text).into_iter().rev() {
        let target = up.join(place(&link.file, chapters));
        let destination = format!("{}{}", target.display(), link.heading);
        let within = &text[link.range.clone()];
        // The destination comes last in a link, behind its words.
        if let Some(start) = within.rfind(&link.destination) {
            let start = link.range.start + start;
            replaced.replace_range(start..start + link.destination.len(), &destination);
        }
    }
    replaced
}

/// Returns the place in the book of a file of the repository.
fn place(file: &Path, chapters: &BTreeSet<PathBuf>) -> PathBuf {
    match file.strip_prefix(PAGES) {
        Ok(in_pages) => in_pages.to_owned(),
        Err(_) if chapters.contains(file) => file.to_owned(),
        Err(_) => Path::new(FILES).join(file),
    }
}

/// Returns a path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                normal.pop();
            }
            Component::CurDir => (),
            other => normal.push(other),
        }
    }
    normal
}
