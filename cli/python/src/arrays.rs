//! Arrays of encodings: contiguous arrays of unsigned integers with one axis.

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

fn refuse() -> PyErr {
    PyTypeError::new_err("the native functions take arrays of unsigned integers with one axis")
}

/// Copies elements from a place on. An array of one element has it everywhere.
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

/// Declares the arrays, whose elements have one of several types.
macro_rules! arrays {
    ($($kind:ident $ty:ty),*) => {
        /// An array to read.
        pub enum Words<'py> {
            $(#[doc = concat!("Elements of ", stringify!($ty), ".")] $kind(PyReadonlyArray1<'py, $ty>)),*
        }

        /// An array to write.
        pub enum WordsMut<'py> {
            $(#[doc = concat!("Elements of ", stringify!($ty), ".")] $kind(PyReadwriteArray1<'py, $ty>)),*
        }

        /// The elements of an array to read.
        #[derive(Clone, Copy)]
        pub enum Slice<'a> {
            $(#[doc = concat!("Elements of ", stringify!($ty), ".")] $kind(&'a [$ty])),*
        }

        /// The elements of an array to write.
        pub enum SliceMut<'a> {
            $(#[doc = concat!("Elements of ", stringify!($ty), ".")] $kind(&'a mut [$ty])),*
        }

        impl<'py> Words<'py> {
            /// Borrows an array.
            ///
            /// # Errors
            ///
            /// Fails if the object is no array of unsigned integers with one axis.
            pub fn borrow(object: &Bound<'py, PyAny>) -> PyResult<Words<'py>> {
                $(if let Ok(array) = object.cast::<PyArray1<$ty>>() {
                    return Ok(Words::$kind(array.try_readonly()?));
                })*
                Err(refuse())
            }

            /// Returns the elements.
            ///
            /// # Errors
            ///
            /// Fails if they are not contiguous.
            pub fn slice(&self) -> PyResult<Slice<'_>> {
                Ok(match self {
                    $(Words::$kind(array) => Slice::$kind(array.as_slice()?)),*
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
                $(if let Ok(array) = object.cast::<PyArray1<$ty>>() {
                    return Ok(WordsMut::$kind(array.try_readwrite()?));
                })*
                Err(refuse())
            }

            /// Returns the elements.
            ///
            /// # Errors
            ///
            /// Fails if they are not contiguous.
            pub fn slice(&mut self) -> PyResult<SliceMut<'_>> {
                Ok(match self {
                    $(WordsMut::$kind(array) => SliceMut::$kind(array.as_slice_mut()?)),*
                })
            }
        }

        impl<'a> Slice<'a> {
            /// Returns the number of elements.
            pub fn len(&self) -> usize {
                match self {
                    $(Slice::$kind(all) => all.len()),*
                }
            }

            /// Copies elements from a place on. An array of one element has it everywhere.
            pub fn read(&self, start: usize, words: &mut [u64]) {
                match self {
                    $(Slice::$kind(all) => copy(all, start, words)),*
                }
            }

            /// Returns the element at a place.
            pub fn at(&self, place: usize) -> u64 {
                match self {
                    $(Slice::$kind(all) => all[place].into()),*
                }
            }
        }

        impl<'a> SliceMut<'a> {
            /// Returns the number of elements.
            pub fn len(&self) -> usize {
                match self {
                    $(SliceMut::$kind(all) => all.len()),*
                }
            }

            /// Splits the elements into those before a place and the rest.
            pub fn split_at(self, place: usize) -> (SliceMut<'a>, SliceMut<'a>) {
                match self {
                    $(SliceMut::$kind(all) => {
                        let (before, rest) = all.split_at_mut(place);
                        (SliceMut::$kind(before), SliceMut::$kind(rest))
                    })*
                }
            }

            /// Writes the low bits of words, from a place on.
            pub fn write(&mut self, start: usize, words: &[u64]) {
                match self {
                    $(SliceMut::$kind(all) => {
                        let part = &mut all[start..start + words.len()];
                        part.iter_mut().zip(words).for_each(|(bits, word)| *bits = *word as $ty);
                    })*
                }
            }
        }
    };
}

arrays!(U16 u16, U32 u32, U8 u8, U64 u64);
