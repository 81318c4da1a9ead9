//! Arrays of encodings: contiguous arrays of unsigned integers with one axis.

use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// An array to read.
pub enum Words<'py> {
    /// Elements of 8 bits.
    U8(PyReadonlyArray1<'py, u8>),
    /// Elements of 16 bits.
    U16(PyReadonlyArray1<'py, u16>),
    /// Elements of 32 bits.
    U32(PyReadonlyArray1<'py, u32>),
    /// Elements of 64 bits.
    U64(PyReadonlyArray1<'py, u64>),
}

/// An array to write.
pub enum WordsMut<'py> {
    /// Elements of 8 bits.
    U8(PyReadwriteArray1<'py, u8>),
    /// Elements of 16 bits.
    U16(PyReadwriteArray1<'py, u16>),
    /// Elements of 32 bits.
    U32(PyReadwriteArray1<'py, u32>),
    /// Elements of 64 bits.
    U64(PyReadwriteArray1<'py, u64>),
}

/// The elements of an array to read.
#[derive(Clone, Copy)]
pub enum Slice<'a> {
    /// Elements of 8 bits.
    U8(&'a [u8]),
    /// Elements of 16 bits.
    U16(&'a [u16]),
    /// Elements of 32 bits.
    U32(&'a [u32]),
    /// Elements of 64 bits.
    U64(&'a [u64]),
}

/// The elements of an array to write.
pub enum SliceMut<'a> {
    /// Elements of 8 bits.
    U8(&'a mut [u8]),
    /// Elements of 16 bits.
    U16(&'a mut [u16]),
    /// Elements of 32 bits.
    U32(&'a mut [u32]),
    /// Elements of 64 bits.
    U64(&'a mut [u64]),
}

fn array<'py, T: Element>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyArray1<T>>> {
    object.cast::<PyArray1<T>>().ok().cloned()
}

fn refuse() -> PyErr {
    PyTypeError::new_err("the native functions take arrays of unsigned integers with one axis")
}

impl<'py> Words<'py> {
    /// Borrows an array.
    ///
    /// # Errors
    ///
    /// Fails if the object is no array of unsigned integers with one axis.
    pub fn borrow(object: &Bound<'py, PyAny>) -> PyResult<Words<'py>> {
        if let Some(array) = array::<u16>(object) {
            return Ok(Words::U16(array.try_readonly()?));
        }
        if let Some(array) = array::<u32>(object) {
            return Ok(Words::U32(array.try_readonly()?));
        }
        if let Some(array) = array::<u8>(object) {
            return Ok(Words::U8(array.try_readonly()?));
        }
        let array = array::<u64>(object).ok_or_else(refuse)?;
        Ok(Words::U64(array.try_readonly()?))
    }

    /// Returns the elements.
    ///
    /// # Errors
    ///
    /// Fails if they are not contiguous.
    pub fn slice(&self) -> PyResult<Slice<'_>> {
        Ok(match self {
            Words::U8(array) => Slice::U8(array.as_slice()?),
            Words::U16(array) => Slice::U16(array.as_slice()?),
            Words::U32(array) => Slice::U32(array.as_slice()?),
            Words::U64(array) => Slice::U64(array.as_slice()?),
        })
    }
}

impl<'py> WordsMut<'py> {
    /// Borrows an array.
    ///
    /// # Errors
    ///
    /// Fails if the object is no array of unsigned integers with one axis that can be written.
    pub fn borrow(object: &Bound<'py, PyAny>) -> PyResult<WordsMut<'py>> {
        if let Some(array) = array::<u16>(object) {
            return Ok(WordsMut::U16(array.try_readwrite()?));
        }
        if let Some(array) = array::<u32>(object) {
            return Ok(WordsMut::U32(array.try_readwrite()?));
        }
        if let Some(array) = array::<u8>(object) {
            return Ok(WordsMut::U8(array.try_readwrite()?));
        }
        let array = array::<u64>(object).ok_or_else(refuse)?;
        Ok(WordsMut::U64(array.try_readwrite()?))
    }

    /// Returns the elements.
    ///
    /// # Errors
    ///
    /// Fails if they are not contiguous.
    pub fn slice(&mut self) -> PyResult<SliceMut<'_>> {
        Ok(match self {
            WordsMut::U8(array) => SliceMut::U8(array.as_slice_mut()?),
            WordsMut::U16(array) => SliceMut::U16(array.as_slice_mut()?),
            WordsMut::U32(array) => SliceMut::U32(array.as_slice_mut()?),
            WordsMut::U64(array) => SliceMut::U64(array.as_slice_mut()?),
        })
    }
}

impl<'a> Slice<'a> {
    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        match self {
            Slice::U8(all) => all.len(),
            Slice::U16(all) => all.len(),
            Slice::U32(all) => all.len(),
            Slice::U64(all) => all.len(),
        }
    }

    /// Copies elements from a place on. An array of one element has it everywhere.
    pub fn read(&self, start: usize, words: &mut [u64]) {
        fn copy<T: Copy + Into<u64>>(all: &[T], start: usize, words: &mut [u64]) {
            match all {
                [one] => words.fill((*one).into()),
                all => {
                    let part = &all[start..start + words.len()];
                    words
                        .iter_mut()
                        .zip(part)
                        .for_each(|(word, bits)| *word = (*bits).into());
                }
            }
        }
        match self {
            Slice::U8(all) => copy(all, start, words),
            Slice::U16(all) => copy(all, start, words),
            Slice::U32(all) => copy(all, start, words),
            Slice::U64(all) => copy(all, start, words),
        }
    }

    /// Returns the element at a place.
    pub fn at(&self, place: usize) -> u64 {
        match self {
            Slice::U8(all) => all[place].into(),
            Slice::U16(all) => all[place].into(),
            Slice::U32(all) => all[place].into(),
            Slice::U64(all) => all[place],
        }
    }
}

impl<'a> SliceMut<'a> {
    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        match self {
            SliceMut::U8(all) => all.len(),
            SliceMut::U16(all) => all.len(),
            SliceMut::U32(all) => all.len(),
            SliceMut::U64(all) => all.len(),
        }
    }

    /// Splits the elements into those before a place and the rest.
    pub fn split_at(self, place: usize) -> (SliceMut<'a>, SliceMut<'a>) {
        macro_rules! split {
            ($($kind:ident),*) => {
                match self {
                    $(SliceMut::$kind(all) => {
                        let (before, rest) = all.split_at_mut(place);
                        (SliceMut::$kind(before), SliceMut::$kind(rest))
                    })*
                }
            };
        }
        split!(U8, U16, U32, U64)
    }

    /// Writes the low bits of words, from a place on.
    pub fn write(&mut self, start: usize, words: &[u64]) {
        macro_rules! copy {
            ($all:ident, $ty:ty) => {{
                let part = &mut $all[start..start + words.len()];
                part.iter_mut()
                    .zip(words)
                    .for_each(|(bits, word)| *bits = *word as $ty);
            }};
        }
        match self {
            SliceMut::U8(all) => copy!(all, u8),
            SliceMut::U16(all) => copy!(all, u16),
            SliceMut::U32(all) => copy!(all, u32),
            SliceMut::U64(all) => copy!(all, u64),
        }
    }
}
