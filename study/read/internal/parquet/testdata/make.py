"""Writes the Parquet files of this folder with pyarrow 26: pip install pyarrow, python make.py."""

import datetime as dt
import decimal
import uuid

import pyarrow as pa
import pyarrow.parquet as pq

D = decimal.Decimal
day, now = dt.date(2024, 2, 29), dt.datetime(2024, 2, 29, 23, 59, 58, 123456)

# Three rows of each type: two values and a null.
types = pa.table({
    "bool": pa.array([True, False, None]),
    "int8": pa.array([-128, 127, None], pa.int8()),
    "int16": pa.array([-32768, 32767, None], pa.int16()),
    "int32": pa.array([-2**31, 2**31 - 1, None], pa.int32()),
    "int64": pa.array([-2**63, 2**63 - 1, None], pa.int64()),
    "uint8": pa.array([0, 255, None], pa.uint8()),
    "uint16": pa.array([0, 65535, None], pa.uint16()),
    "uint32": pa.array([0, 2**32 - 1, None], pa.uint32()),
    "uint64": pa.array([0, 2**64 - 1, None], pa.uint64()),
    "float16": pa.array([0.1, -65504.0, None], pa.float16()),
    "float32": pa.array([0.1, 1e30, None], pa.float32()),
    "float64": pa.array([0.1, -1e-300, None], pa.float64()),
    "decimal32": pa.array([D("1.50"), D("-0.05"), None], pa.decimal128(5, 2)),
    "decimal64": pa.array([D("12345678.9012"), D("-0.0001"), None], pa.decimal128(12, 4)),
    "decimal128": pa.array([D("1" * 30 + ".5"), D("-2.5"), None], pa.decimal128(38, 1)),
    "decimal256": pa.array([D("7" * 60), D("-1"), None], pa.decimal256(70, 0)),
    "date32": pa.array([day, dt.date(1969, 12, 31), None], pa.date32()),
    "date64": pa.array([day, dt.date(1, 1, 1), None], pa.date64()),
    "time_ms": pa.array([dt.time(23, 59, 58, 120000), dt.time(0), None], pa.time32("ms")),
    "time_us": pa.array([dt.time(23, 59, 58, 123456), dt.time(1), None], pa.time64("us")),
    "time_ns": pa.array([1, 86399999999999, None], pa.time64("ns")),
    "at_ms": pa.array([now, dt.datetime(1969, 12, 31, 23), None], pa.timestamp("ms")),
    "at_us": pa.array([now, dt.datetime(2024, 2, 29), None], pa.timestamp("us")),
    "at_ns": pa.array([1, -1, None], pa.timestamp("ns")),
    "at_utc": pa.array([now, dt.datetime(2024, 2, 29), None], pa.timestamp("us", "Europe/Berlin")),
    "text": pa.array(["ä b", "", None], pa.string()),
    "large_text": pa.array(["x", "y", None], pa.large_string()),
    "bytes": pa.array([b"x", b"\xff", None], pa.binary()),
    "fixed": pa.array([b"abc", b"xyz", None], pa.binary(3)),
    "uuid": pa.array([uuid.UUID(int=1).bytes, uuid.UUID(int=2**128 - 1).bytes, None], pa.uuid()),
    "json": pa.array(["{}", "[1]", None], pa.json_()),
    "categories": pa.array(["b", "a", None]).dictionary_encode(),
    "null": pa.nulls(3),
    "struct": pa.array([{"score": 1, "of": {"who": "w"}}, None, {"score": None, "of": None}]),
    "list": pa.array([[1, 2], [], None], pa.list_(pa.int32())),
    "map": pa.array([[("k", 1)], [], None], pa.map_(pa.string(), pa.int32())),
    "structs": pa.array([[{"a": 1}], [], None]),
})
pq.write_table(types, "types.parquet", compression="none", use_dictionary=["categories"], store_schema=False,
               write_statistics=False, store_decimal_as_integer=True)
pq.write_table(types.select(["at_ms", "at_us"]), "int96.parquet", use_deprecated_int96_timestamps=True,
               store_schema=False)

# Every encoding of pages of either version, whose values follow a rule; every seventh is null.
n = 300
rows = pa.table({name: pa.array([None if i % 7 == 0 else f(i) for i in range(n)], kind) for name, f, kind in [
    ("flag", lambda i: i % 3 == 0, pa.bool_()),
    ("int", lambda i: i * i - 500, pa.int32()),
    ("long", lambda i: i**3 * (-1)**i, pa.int64()),
    ("number", lambda i: i / 4, pa.float64()),
    ("half", lambda i: i / 4, pa.float16()),
    ("text", lambda i: f"item number {i // 5}", pa.string()),
    ("prefixed", lambda i: f"item number {i}", pa.string()),
    ("code", lambda i: f"{i:04d}".encode(), pa.binary(4)),
    ("dictionary", lambda i: "abc"[i % 3], pa.string()),
]})
encodings = {"flag": "RLE", "int": "DELTA_BINARY_PACKED", "long": "DELTA_BINARY_PACKED", "number": "BYTE_STREAM_SPLIT",
             "half": "BYTE_STREAM_SPLIT", "text": "DELTA_LENGTH_BYTE_ARRAY", "prefixed": "DELTA_BYTE_ARRAY",
             "code": "DELTA_BYTE_ARRAY"}
for version in "1.0", "2.0":
    pq.write_table(rows, f"encodings{version[0]}.parquet", data_page_version=version, compression="zstd",
                   use_dictionary=["dictionary"], column_encoding=encodings, data_page_size=400, row_group_size=170,
                   write_batch_size=50, write_statistics=False, store_schema=False, write_page_checksum=True)
for codec in "snappy", "gzip", "brotli", "zstd", "lz4":
    pq.write_table(rows.select(["text", "number"]), f"{codec}.parquet", compression=codec, write_statistics=False,
                   use_dictionary=["text"], store_schema=False)

# A name of a megabyte that stands in 300,000 rows.
name = pa.DictionaryArray.from_arrays(pa.array([0] * 300_000, pa.int32()), ["x" * 2**20])
pq.write_table(pa.table({"item": name, "label": pa.array([1.0] * 300_000)}), "bomb.parquet", compression="zstd",
               row_group_size=300_000, store_schema=False, write_statistics=False)

# No row, in a row group that has no place.
pq.write_table(types.select(["bool", "text"]).slice(0, 0), "empty.parquet", store_schema=False)
