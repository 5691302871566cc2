package html

import (
	"path"
	"path/filepath"

	"concord/result"
)

// besidePage begins the page of a comparison of labels with those of others.
func besidePage(title string, d result.Data, version, subtitle string) page {
	p := page{Title: title + ": " + path.Base(filepath.ToSlash(d.File)), Version: version, Subtitle: subtitle}
	if d.DefaultKind != nil {
		p.Reading = d.DefaultKind.Text
	}
	return p
}
