package read

import (
	"slices"

	"concord/study"
)

// keepFirst keeps the first rows of the file, w being where columns are labelers, nil for a label a row.
func (in *intake) keepFirst(header []string, w *wide) {
	in.first = &firstRows{header: header}
	if w != nil {
		in.wide, w.first, in.first = w, in.first, nil
	}
}

// forgetFirst keeps no rows.
func (in *intake) forgetFirst() {
	in.first = nil
	if in.wide != nil {
		in.wide.first = nil
	}
}

// layout is the error about a file whose columns, taken for the parts that they are to have, would answer another
// question than the file does; nil if its layout is none of those that are recognised, or the caller says what it is.
func (in *intake) layout() error {
	if in.shard || in.options.AsIs {
		return nil
	}
	if e := in.rowLayout(); e != nil {
		return e
	}
	if e := in.watchedLayout(); e != nil {
		return e
	}
	return nil
}

// rowLayout is [intake.layout] by the first rows of the file.
func (in *intake) rowLayout() *study.Error {
	if in.wide == nil {
		return in.first.headerRows(in.file)
	}
	item := slices.Index(in.wide.first.header, in.index[0].Name)
	return in.wide.first.columnLayout(in.file, in.wide.raters, item)
}
