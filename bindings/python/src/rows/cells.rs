//! Columns that grow cell by cell.

use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Int32Builder, Int64Builder, ListBuilder, MapBuilder, MapFieldNames, StringBuilder, StructBuilder,
};
use arrow_array::{Array, ArrayRef, Int64Array, RecordBatch};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use scoresheet::Record;
use scoresheet::ranges::Counts;
use scoresheet::report::each_tag;
use scoresheet::tree::Date;

use super::table::{Column, Kind, date_fields, item, path_fields};

/// Calls a function with one text after the other.
type EachText<'c> = dyn Fn(&mut dyn FnMut(&str)) + 'c;

/// A value of a row.
pub(crate) enum Cell<'c> {
    Null,
    Text(&'c str),
    Long(u64),
    Int(u32),
    Truth(bool),
    /// Calls a function with each text.
    Texts(&'c EachText<'c>),
    Longs([u64; 2]),
    Tags(&'c Record<'c>),
    Date(Date),
    Path(&'c [(u32, u32)]),
}

impl<'c> Cell<'c> {
    /// A text, or null.
    pub(crate) fn text(text: Option<&'c str>) -> Cell<'c> {
        text.map_or(Cell::Null, Cell::Text)
    }
}

#[derive(Debug)]
enum Builder {
    Text(StringBuilder),
    Long(Int64Builder),
    Int(Int32Builder),
    Truth(BooleanBuilder),
    Texts(ListBuilder<StringBuilder>),
    Longs(ListBuilder<Int64Builder>),
    Tags(Box<MapBuilder<StringBuilder, StringBuilder>>),
    Date(StructBuilder),
    Path(Box<ListBuilder<StructBuilder>>),
}

fn int(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn long(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl Builder {
    fn new(kind: Kind) -> Builder {
        match kind {
            Kind::Text => Builder::Text(StringBuilder::new()),
            Kind::Long => Builder::Long(Int64Builder::new()),
            Kind::Int => Builder::Int(Int32Builder::new()),
            Kind::Truth => Builder::Truth(BooleanBuilder::new()),
            Kind::Texts => Builder::Texts(ListBuilder::new(StringBuilder::new()).with_field(item(DataType::Utf8))),
            Kind::Longs => Builder::Longs(ListBuilder::new(Int64Builder::new()).with_field(item(DataType::Int64))),
            Kind::Tags => {
                let [entry, key, value] = ["entries", "key", "value"].map(str::to_owned);
                let names = MapFieldNames { entry, key, value };
                let builder = MapBuilder::new(Some(names), StringBuilder::new(), StringBuilder::new());
                let value = arrow_schema::Field::new("value", DataType::Utf8, false);
                Builder::Tags(Box::new(builder.with_values_field(Arc::new(value))))
            }
            Kind::Date => Builder::Date(StructBuilder::from_fields(date_fields(), 0)),
            Kind::Path => {
                let steps = StructBuilder::from_fields(path_fields(), 0);
                let list = ListBuilder::new(steps).with_field(item(DataType::Struct(path_fields())));
                Builder::Path(Box::new(list))
            }
        }
    }

    /// Adds a value of the column's kind. Anything else is null.
    fn push(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (Builder::Text(column), Cell::Text(text)) => column.append_value(text),
            (Builder::Text(column), _) => column.append_null(),
            (Builder::Long(column), Cell::Long(number)) => column.append_value(long(number)),
            (Builder::Long(column), _) => column.append_null(),
            (Builder::Int(column), Cell::Int(number)) => column.append_value(int(number)),
            (Builder::Int(column), _) => column.append_null(),
            (Builder::Truth(column), Cell::Truth(truth)) => column.append_value(truth),
            (Builder::Truth(column), _) => column.append_null(),
            (Builder::Texts(column), Cell::Texts(texts)) => {
                texts(&mut |text| column.values().append_value(text));
                column.append(true);
            }
            (Builder::Texts(column), cell) => column.append(!matches!(cell, Cell::Null)),
            (Builder::Longs(column), Cell::Longs(numbers)) => {
                for number in numbers {
                    column.values().append_value(long(number));
                }
                column.append(true);
            }
            (Builder::Longs(column), _) => column.append(false),
            (Builder::Tags(column), cell) => {
                if let Cell::Tags(record) = cell {
                    each_tag(record, |name, value| {
                        column.keys().append_value(name);
                        column.values().append_value(value);
                    });
                }
                // There are as many keys as values.
                let _ = column.append(true);
            }
            (Builder::Date(column), cell) => {
                let parts = if let Cell::Date(date) = cell { Some(date.parts()) } else { None };
                let (year, month, day) =
                    parts.map_or((Some(0), None, None), |(year, month, day)| (Some(year), month, day));
                for (index, part) in [year, month, day].into_iter().enumerate() {
                    if let Some(builder) = column.field_builder::<Int32Builder>(index) {
                        builder.append_option(part.map(int));
                    }
                }
                column.append(parts.is_some());
            }
            (Builder::Path(column), cell) => {
                let path = if let Cell::Path(path) = cell { path } else { &[] };
                for (ply, index) in path {
                    let steps = column.values();
                    for (place, number) in [ply, index].into_iter().enumerate() {
                        if let Some(builder) = steps.field_builder::<Int32Builder>(place) {
                            builder.append_value(int(*number));
                        }
                    }
                    steps.append(true);
                }
                column.append(true);
            }
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Builder::Text(column) => Arc::new(column.finish()),
            Builder::Long(column) => Arc::new(column.finish()),
            Builder::Int(column) => Arc::new(column.finish()),
            Builder::Truth(column) => Arc::new(column.finish()),
            Builder::Texts(column) => Arc::new(column.finish()),
            Builder::Longs(column) => Arc::new(column.finish()),
            Builder::Tags(column) => Arc::new(column.finish()),
            Builder::Date(column) => Arc::new(column.finish()),
            Builder::Path(column) => Arc::new(column.finish()),
        }
    }
}

/// A table that grows row by row.
#[derive(Debug)]
pub(crate) struct Growing {
    columns: Vec<(&'static Column, Builder)>,
    rows: usize,
}

impl Growing {
    pub(crate) fn new(columns: &[&'static Column]) -> Growing {
        Growing { columns: columns.iter().map(|column| (*column, Builder::new(column.kind))).collect(), rows: 0 }
    }

    /// How many rows it has.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Adds a row: for each column `cell` is asked by the column's name, and hands its value to the function that it gets.
    pub(crate) fn row(&mut self, mut cell: impl FnMut(&'static str, &mut dyn FnMut(Cell<'_>))) {
        for (column, builder) in &mut self.columns {
            cell(column.name, &mut |value| builder.push(value));
        }
        self.rows += 1;
    }

    /// The rows so far; the table then begins anew.
    pub(crate) fn finish(&mut self, schema: &SchemaRef) -> Result<RecordBatch, ArrowError> {
        self.rows = 0;
        RecordBatch::try_new(schema.clone(), self.columns.iter_mut().map(|(_, builder)| builder.finish()).collect())
    }
}

/// A table in which something is added to the numbers of records and lines: a part of a file does not know how many stand
/// before it.
pub(crate) fn renumbered(batch: RecordBatch, before: Counts) -> Result<RecordBatch, ArrowError> {
    let schema = batch.schema();
    let mut columns = batch.columns().to_vec();
    for (name, more) in [("record", before.records), ("line", before.lines)] {
        let Some((place, _)) = schema.column_with_name(name).filter(|_| more > 0) else { continue };
        if let Some(numbers) = columns[place].as_any().downcast_ref::<Int64Array>() {
            columns[place] = Arc::new(numbers.unary::<_, arrow_array::types::Int64Type>(|number| number + long(more)));
        }
    }
    RecordBatch::try_new(schema, columns)
}
