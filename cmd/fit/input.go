package main

import (
	"context"
	"io"
	"strings"

	"concord/internal/option"
	"concord/study"
	"concord/study/read"
)

// readOne reads the file as one table.
func (inp *work) readOne(path string, in io.Reader, o read.Options, news io.Writer) (*study.Table, error) {
	t, err := reading(inp.firstOf(path), in, news,
		func(ctx context.Context, path string) (*study.Table, error) { return read.File(ctx, path, o) },
		func(ctx context.Context, in io.Reader, name string) (*study.Table, error) {
			return read.Read(ctx, in, name, o)
		})
	if err != nil {
		return nil, err
	}
	if !o.Candidates {
		sayRecognised(t, news)
	}
	return inp.combined(t)
}

// combined returns the table with the items of the flag, which may be combinations of columns.
func (inp *work) combined(t *study.Table) (*study.Table, error) {
	more := option.ItemColumns(inp)[1:]
	if len(more) == 0 {
		return t, nil
	}
	facets, err := option.FacetColumns(inp)
	if err != nil {
		return nil, err
	}
	cluster := inp.clusterFactor(t)
	var names []string
	at := len(facets) // columns of facets come before them, and columns that cut the labels after
	for _, column := range more {
		if cluster != "" && strings.EqualFold(column, cluster) {
			names = append(names, cluster)
			continue
		}
		names = append(names, t.Source().Columns.Factors[at].Name)
		at++
	}
	return t.ItemsWithin(cluster, names...)
}

// fileName is the name of the file in messages.
func fileName(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path[strings.LastIndexByte(path, '/')+1:]
}
