//! Tables as files: CSV for people and spreadsheets, Parquet for programs. Knows columns and fields; what is in them is
//! the commands' business.

use anyhow::{Context, Result, bail};
use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::path::Path;
use std::sync::Arc;

/// A column: its name and what stands in it. Any field may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    pub sort: Sort,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Text,
    Whole,
    Real,
}

/// Columns from names.
pub fn columns(list: &[(&str, Sort)]) -> Vec<Column> {
    list.iter().map(|(name, sort)| Column { name: (*name).to_string(), sort: *sort }).collect()
}

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Csv,
    Parquet,
}

/// By the ending of the file's name.
pub fn format(path: &Path) -> Result<Format> {
    match path.extension().and_then(|e| e.to_str()).map(str::to_lowercase).as_deref() {
        Some("csv") => Ok(Format::Csv),
        Some("parquet") => Ok(Format::Parquet),
        Some(_) | None => bail!("{}: tables are written as .csv or .parquet", path.display()),
    }
}

/// A CSV field.
pub fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_string()
    }
}

/// A number as a field: all its digits, so that it can be compared to the last; nothing where it is unknown.
pub fn number(x: Option<f64>) -> String {
    x.filter(|x| x.is_finite()).map_or(String::new(), |x| x.to_string())
}

/// The fields of a line of CSV.
pub fn split(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let last = fields.len() - 1;
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                fields[last].push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => fields[last].push(c),
        }
    }
    fields
}

/// The first line of a table: game and ruleset, the columns, and what went wrong.
pub fn header(columns: &[Column]) -> String {
    let names: Vec<&str> = columns.iter().map(|c| c.name.as_str()).collect();
    format!("game,ruleset,{},error", names.join(","))
}

/// Writes rows, given as lines of CSV, in the format that the file's name asks for.
pub fn write(path: &Path, columns: &[Column], rows: &[String]) -> Result<()> {
    let unwritten = || format!("{}: cannot be written", path.display());
    match format(path)? {
        Format::Csv => {
            let text =
                format!("{}\n{}", header(columns), rows.iter().map(|r| format!("{r}\n")).collect::<String>());
            std::fs::write(path, text).with_context(unwritten)
        }
        Format::Parquet => parquet(path, columns, rows).with_context(unwritten),
    }
}

fn parquet(path: &Path, columns: &[Column], rows: &[String]) -> Result<()> {
    let text = |name: &str| Column { name: name.to_string(), sort: Sort::Text };
    let all: Vec<Column> = [text("game"), text("ruleset")]
        .into_iter()
        .chain(columns.iter().cloned())
        .chain([text("error")])
        .collect();
    let fields: Result<Vec<Arc<Type>>, _> = all
        .iter()
        .map(|column| {
            let (physical, converted) = match column.sort {
                Sort::Text => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
                Sort::Whole => (Physical::INT64, ConvertedType::NONE),
                Sort::Real => (Physical::DOUBLE, ConvertedType::NONE),
            };
            Type::primitive_type_builder(&column.name, physical)
                .with_repetition(Repetition::OPTIONAL)
                .with_converted_type(converted)
                .build()
                .map(Arc::new)
        })
        .collect();
    let schema = Arc::new(Type::group_type_builder("rulesets").with_fields(fields?).build()?);
    let file = std::fs::File::create(path)?;
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(WriterProperties::builder().build()))?;
    let table: Vec<Vec<String>> = rows.iter().map(|row| split(row)).collect();
    let mut group = writer.next_row_group()?;
    for (i, column) in all.iter().enumerate() {
        let Some(mut to) = group.next_column()? else { bail!("too few columns") };
        let fields: Vec<&str> = table.iter().map(|row| row.get(i).map_or("", String::as_str)).collect();
        match column.sort {
            Sort::Text => {
                let (values, there) = present(&fields, |f| Some(ByteArray::from(f)));
                to.typed::<ByteArrayType>().write_batch(&values, Some(&there), None)?;
            }
            Sort::Whole => {
                let (values, there) = present(&fields, |f| f.parse::<i64>().ok());
                to.typed::<Int64Type>().write_batch(&values, Some(&there), None)?;
            }
            Sort::Real => {
                let (values, there) = present(&fields, |f| f.parse::<f64>().ok());
                to.typed::<DoubleType>().write_batch(&values, Some(&there), None)?;
            }
        }
        to.close()?;
    }
    group.close()?;
    writer.close()?;
    Ok(())
}

/// The fields that are not empty, and for each field whether it is there.
fn present<T>(fields: &[&str], read: impl Fn(&str) -> Option<T>) -> (Vec<T>, Vec<i16>) {
    let mut values = Vec::new();
    let there = fields
        .iter()
        .map(|field| match Some(*field).filter(|f| !f.is_empty()).and_then(&read) {
            Some(value) => {
                values.push(value);
                1
            }
            None => 0,
        })
        .collect();
    (values, there)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    #[test]
    fn what_is_written_can_be_read() {
        let columns = columns(&[("grade", Sort::Text), ("games", Sort::Whole), ("balance", Sort::Real)]);
        let rows = [
            "a.lud,\"Variant/One, two\",sound,100,0.1,".to_string(),
            "b.lud,,,,,it has \"\"errors\"\"".to_string(),
        ];
        let folder = std::env::temp_dir().join(format!("ludarium-tables-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let csv = folder.join("t.csv");
        write(&csv, &columns, &rows).unwrap();
        let text = std::fs::read_to_string(&csv).unwrap();
        assert_eq!(text.lines().next(), Some("game,ruleset,grade,games,balance,error"));
        assert_eq!(split(text.lines().nth(1).unwrap())[1], "Variant/One, two");
        let file = folder.join("t.parquet");
        write(&file, &columns, &rows).unwrap();
        let reader = SerializedFileReader::new(std::fs::File::open(&file).unwrap()).unwrap();
        let read: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        assert_eq!(read.len(), 2);
        assert_eq!(
            (read[0].get_string(1).unwrap().as_str(), read[0].get_long(3).unwrap()),
            ("Variant/One, two", 100)
        );
        assert_eq!(read[0].get_double(4).unwrap(), 0.1);
        assert!(read[1].get_long(3).is_err(), "what is unknown is null");
        assert!(write(&folder.join("t.xlsx"), &columns, &rows).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
