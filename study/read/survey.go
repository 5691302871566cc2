package read

import (
	"context"
	"os"
	"slices"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/container"
	"concord/study/read/internal/kinds"
	"concord/study/read/internal/naming"
)

// Surveyed is how many labels a survey keeps of each study and each combination of levels of the factors that it is
// asked for, and at least one of each category without order there.
const Surveyed = 4

// SurveyOptions say what to survey. Duplicates must be an error and nobody excluded: how many labels that leaves out
// is known only when all are there.
type SurveyOptions struct {
	Options
	// Several are the label columns, as [Tables] takes them; nil for the one of Options.
	Several []string
	// Cut names the Options.Factors by whose levels labels are to be cut.
	Cut []string
	// ShardBytes is how much of a file a shard has, about; 0 for 16 MiB.
	ShardBytes int64
}

// Survey is the result of one pass over a file that keeps no labels. Its memory does not grow with their number, except
// for names of levels.
type Survey struct {
	// Tables have the same columns, kind and categories, studies, levels of the factors and source as tables of [Read]
	// or [Tables]. They have the first [Surveyed] labels of each study and combination of levels.
	Tables []*study.Table
	// Shards say how to read all labels.
	Shards *Shards
}

// SurveyFile surveys the file of a path, as [Read] would read it, and divides it into shards: delimited text between
// records, which may have line ends in quotes, and Parquet between row groups. Compressed files and JSON are one shard.
// The error is a [*study.Error].
func SurveyFile(ctx context.Context, path string, o SurveyOptions) (*Survey, error) {
	if o.ShardBytes == 0 {
		o.ShardBytes = 16 << 20
	}
	return container.Abandonable(ctx, path, func() (*Survey, error) {
		if o.ShardBytes < 0 {
			return nil, study.BadOption.Faultf("a shard is to have %d bytes", o.ShardBytes)
		}
		if err := o.InParts("a file that is read in shards"); err != nil {
			return nil, err
		}
		f, size, err := openRegular(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return survey(ctx, f, path, size, o)
	})
}

// openRegular opens a file that can be read at any place.
func openRegular(path string) (*os.File, int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, notReadable(err)
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		_ = f.Close()
		return nil, 0, faults.NotReadable.Faultf("only a regular file can be read in shards").Wrapping(err)
	}
	return f, info.Size(), nil
}

// survey surveys a file that is open.
func survey(ctx context.Context, f *os.File, path string, size int64, o SurveyOptions) (*Survey, error) {
	var choice naming.LabelChoice
	if o.Several != nil {
		choice = severalLabels(o.Several)
	}
	if err := o.BesideNothing(); err != nil {
		return nil, err
	}
	in, err := openFile(ctx, f, path, o.Options, choice)
	if err != nil {
		return nil, err
	}
	defer in.text.Close()
	if len(in.groupings) > 0 {
		return nil, study.BadOption.Faultf(
			"a file that is read in shards has one column of groups, but several are named").InColumn(o.Study)
	}
	if in.sample, err = newSample(in.intake, o.Cut); err != nil {
		return nil, err
	}
	cut := newCutter(in, size, o.ShardBytes)
	in.between = cut.row
	if err := in.readAll(in.records); err != nil {
		return nil, err
	}
	labels := make([]kinds.LabelColumn, len(in.labels))
	for i, l := range in.labels {
		labels[i] = *l
		labels[i].Cells = nil
	}
	in.source.Encoding = in.encoding()
	tables, err := in.tables()
	if err != nil {
		return nil, err
	}
	parts := cut.end()
	if in.source.Encoding != "" { // places in the text are no places in the file
		parts = []shard{{To: size, Line: 1}}
	}
	if !cut.grouped {
		for k := range parts {
			if parts[k].Sum, err = checksum(f, parts[k]); err != nil {
				return nil, notReadable(err)
			}
		}
	}
	shards := &Shards{surveyed{File: path, Size: size, Options: in.resolved, Choice: choice, Source: in.plainSource(),
		Header: in.plain.Header(), Shards: parts}}
	for _, t := range tables {
		at := slices.IndexFunc(labels, func(l kinds.LabelColumn) bool { return l.Name == t.LabelColumn() })
		shards.Labels = append(shards.Labels, labels[at])
	}
	return &Survey{tables, shards}, nil
}

// plainSource says how the file writes its rows.
func (opened *openedFile) plainSource() study.Source {
	s := opened.source
	return study.Source{File: s.File, Compression: s.Compression, Format: s.Format, Delimiter: s.Delimiter,
		Encoding: s.Encoding}
}
