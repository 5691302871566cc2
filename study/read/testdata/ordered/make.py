# Makes ordered.parquet and ordered.json (pandas 3.1.1, pyarrow 26.0.1): python make.py
import pandas

labels = ["fair", "good", "good", "poor", "poor", "fair", "good", "good", None, "fair", "poor", "fair"]
table = pandas.DataFrame({
    "item": [f"i{row // 3}" for row in range(12)],
    "labeler": [f"w{row % 3}" for row in range(12)],
    # No label is "none", which stands in the order all the same.
    "label": pandas.Categorical(labels, categories=["none", "poor", "fair", "good"], ordered=True),
})
table.to_parquet("ordered.parquet", index=False)
table.to_json("ordered.json", orient="table", index=False)
