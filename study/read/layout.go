package read

import (
	"slices"

	"concord/study"
)

// layout is the error about a file whose columns, used as these parts, would answer another question than the file. It
// is nil if no such layout is recognised, or if the caller names the layout.
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
	case in.source.Layout != "" && (in.raters == nil || in.source.Recognised != ""):
		return nil
	case in.raters == nil:
		return in.first.headerRows()
	}
	item := slices.Index(in.first.header, in.index[0].Name)
	return in.first.columnLayout(in.file, in.resolved, in.raters, item)
}
