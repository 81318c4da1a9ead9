//! Encodings and bit patterns as text such as "0x3C00", alone and in lists.

use serde::de::{DeserializeOwned, Error as _};
use serde::ser::Error as _;
use serde::{Deserialize as _, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// Writes all numbers of a value as text.
pub(super) fn serialize<T: Serialize, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let value = serde_json::to_value(value).map_err(S::Error::custom)?;
    let text = |value: &Value| {
        value
            .as_u64()
            .map(|number| format!("{number:#06X}").replace("0X", "0x").into())
    };
    replace(value, &text).serialize(serializer)
}

/// Reads a value whose numbers are text.
pub(super) fn deserialize<'de, T: DeserializeOwned, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let number = |value: &Value| {
        let digits = value.as_str()?.strip_prefix("0x")?;
        Some(u64::from_str_radix(digits, 16).ok()?.into())
    };
    serde_json::from_value(replace(Value::deserialize(deserializer)?, &number)).map_err(D::Error::custom)
}

/// Replaces the values in a list, or a value alone, where the other form exists.
fn replace(value: Value, other_form: &impl Fn(&Value) -> Option<Value>) -> Value {
    match value {
        Value::Array(values) => values.into_iter().map(|value| replace(value, other_form)).collect(),
        value => other_form(&value).unwrap_or(value),
    }
}
