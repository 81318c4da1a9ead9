//! Tests that the book has every page, and every file that a page links to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::repository;

/// Returns the files of the book by their places.
fn book() -> BTreeMap<PathBuf, Vec<u8>> {
    xtask::docs::book(&repository()).unwrap().into_iter().collect()
}

fn is_page(place: &Path) -> bool {
    place.extension().is_some_and(|extension| extension == "md")
}

/// Returns the anchors of a page's headings. GitHub and mdBook agree on them in these pages.
fn headings(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let words = heading.take().unwrap().to_lowercase();
                let kept = words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
                names.insert(kept.collect::<String>().replace(' ', "-"));
            }
            Event::Text(words) | Event::Code(words) => {
                if let Some(heading) = &mut heading {
                    *heading += &words;
                }
            }
            _ => (),
        }
    }
    names
}

#[test]
fn every_page_is_a_chapter() {
    let book = book();
    let pages = std::fs::read_dir(repository().join("docs")).unwrap();
    let names = pages.map(|entry| PathBuf::from(entry.unwrap().file_name()));
    let missing: Vec<PathBuf> = names.filter(|name| is_page(name) && !book.contains_key(name)).collect();
    assert!(missing.is_empty(), "docs/SUMMARY.md does not list {missing:?}");
}

#[test]
fn what_is_linked_to_in_the_book_is_there_with_its_heading() {
    let book = book();
    let mut links = 0;
    for (page, bytes) in book.iter().filter(|(place, _)| is_page(place)) {
        let text = std::str::from_utf8(bytes).unwrap();
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            let Event::Start(Tag::Link { dest_url: link, .. } | Tag::Image { dest_url: link, .. }) = event else {
                continue;
            };
            if link.contains("://") {
                continue;
            }
            let place = format!("{} links to {link}", page.display());
            let (file, heading) = link.split_once('#').unwrap_or((&link, ""));
            let mut target = page.clone();
            if !file.is_empty() {
                target.pop();
                for part in file.split('/') {
                    match part {
                        ".." => assert!(target.pop(), "{place}, outside the book"),
                        part => target.push(part),
                    }
                }
            }
            let bytes = book
                .get(&target)
                .unwrap_or_else(|| panic!("{place}, which is not there"));
            if !heading.is_empty() {
                let headings = headings(std::str::from_utf8(bytes).unwrap());
                assert!(headings.contains(heading), "{place}; its headings are {headings:?}");
            }
            links += 1;
        }
    }
    assert!(links > 100, "only {links} links were found");
}
