package read

import (
	"slices"

	"concord/study"
)

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
	switch {
	case in.source.Layout != "" && (in.wide == nil || in.source.Recognised != ""):
		return nil
	case in.wide == nil:
		return in.first.headerRows(in.file)
	}
	item := slices.Index(in.first.header, in.index[0].Name)
	return in.first.columnLayout(in.file, in.wide.raters, item)
}
