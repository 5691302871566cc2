package result

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/internal/result/catalogue"
	"concord/model/spec"
	"concord/study"
)

// brmsData returns R code that makes the data frame d from the file that a table was read from: a row for each label.
// Its columns are item, labeler, study and y, as far as the model has them, and further factors and covariates.
func brmsData(sp spec.Spec, t *study.Table, names columnNames) []string {
	return brmsStacked(sp, t, names, nil)
}

// brmsStacked is brmsData for a table that stacks columns of labels. Their names are the levels of its only factor.
// nil: the table has one column of labels.
func brmsStacked(sp spec.Spec, t *study.Table, names columnNames, stacked []string) []string {
	source, several := t.Source(), len(t.Studies()) > 1
	further := furtherFactors(sp)
	for _, c := range sp.Covariates {
		if !slices.Contains(further, c.Factor) {
			further = append(further, c.Factor)
		}
	}
	if stacked != nil {
		further = nil
	}
	lines := append([]string{brmsRead(source, further)}, brmsCombined(source)...)
	if stacked != nil {
		lines = append(lines, "raw <- do.call(rbind, lapply("+rStrings(stacked)+", function(name) {",
			"  raw$label <- raw[[name]]", "  raw[["+rString(furtherFactors(sp)[0])+"]] <- name", "  raw", "}))")
		source.Columns.Label.Name, source.Missing, source.Duplicates = "label", 1, 0
	}
	if source.Filtered > 0 {
		lines = append(lines, "# keep only rows with "+strings.Join(source.Conditions, "; "))
	}
	// not all studies
	unused := source.Rows - source.Missing - source.Duplicates - source.ExcludedRows - t.Len()
	if c := source.Columns.Study.Name; c != "" && unused > 0 {
		lines = append(lines, "raw <- raw[raw[["+rString(c)+"]] %in% "+rStrings(t.Studies())+", ]")
	}
	column := func(c study.Column) string { return "raw[[" + rString(c.Name) + "]]" }
	if len(source.Excluded) > 0 {
		lines = append(lines, brmsExcluded(source, column))
	}
	long := column
	labeler, label := "", ""
	if len(source.Wide) > 0 {
		raters := slices.DeleteFunc(slices.Clone(source.Wide), func(name string) bool {
			return slices.Contains(source.Excluded, name)
		})
		lines = append(lines, "raters <- "+rStrings(raters))
		long = func(c study.Column) string { return "rep(" + column(c) + ", length(raters))" }
		labeler, label = "rep(raters, each = nrow(raw))", "unlist(raw[raters])"
	} else {
		labeler, label = column(source.Columns.Labeler), column(source.Columns.Label)
	}
	parts := []string{"item = " + long(source.Columns.Item)}
	ofLabelers := func(t spec.Term) bool { return slices.Contains(t.By, study.LabelerFactor) }
	if slices.ContainsFunc(sp.Terms(), ofLabelers) {
		parts = append(parts, "labeler = "+labeler)
	}
	for _, factor := range furtherFactors(sp) {
		parts = append(parts, names.factor(factor)+" = "+long(study.Column{Name: factor}))
	}
	for i, c := range sp.Covariates {
		parts = append(parts, covariateText(i)+" = "+long(study.Column{Name: c.Factor}))
	}
	if several {
		parts = append(parts, "study = factor("+long(source.Columns.Study)+", "+rStrings(t.Studies())+")")
	}
	y := "as.numeric(" + label + ")"
	if sp.Family.Kind() == study.Binary {
		y = "as.integer(match(" + label + ", " + rStrings(slices.Concat(source.Negative, source.Positive)) + ") > " +
			strconv.Itoa(len(source.Negative)) + ")"
	}
	if categories := catalogue.Categories(sp.Family); categories != nil {
		y = brmsOrdered(label, categories)
	}
	lines = append(lines, "d <- data.frame("+strings.Join(append(parts, "y = "+y), ",\n  ")+")")
	if source.Missing > 0 || len(source.Wide) > 0 {
		lines = append(lines, "d <- d[!is.na(d$y), ]")
	}
	if source.Duplicates > 0 {
		lines = append(lines, "# leave out here, too, "+plural(source.Duplicates, "row")+" as duplicates")
	}
	if sp.Family.LocationScale() && !sp.Priors.OwnScale {
		by := ""
		if several && sp.Residual != spec.CommonResidual {
			by = "d$study, "
		}
		lines = append(lines, "d$y <- ave(d$y, "+by+"FUN = function(y) (y - mean(y)) / sd(y))")
	}
	return lines
}

// brmsCombined returns R code that makes columns of combinations of the file's columns.
func brmsCombined(s study.Source) []string {
	var lines []string
	for _, c := range []study.Column{s.Columns.Item, s.Columns.Study} {
		if c.Of == nil {
			continue
		}
		var parts []string
		for _, name := range c.Of {
			parts = append(parts, "raw[["+rString(name)+"]]")
		}
		lines = append(lines, "raw[["+rString(c.Name)+"]] <- paste("+strings.Join(parts, ", ")+`, sep = " · ")`)
	}
	return lines
}

// brmsExcluded returns R code that leaves out the labels of labelers who were left out.
func brmsExcluded(s study.Source, column func(study.Column) string) string {
	if len(s.Wide) > 0 {
		return "# without " + plural(s.ExcludedRows, "label") + " of labelers who are left out"
	}
	names := rStrings(s.Excluded)
	out := column(s.Columns.Labeler) + " %in% " + names
	if s.Columns.Study.Name != "" {
		out += " |\n  paste(" + column(s.Columns.Study) + ", " + column(s.Columns.Labeler) + `, sep = ":") %in% ` +
			names
	}
	return "raw <- raw[!(" + out + "), ]"
}

// brmsOrdered returns R code for the places of labels in the order of the categories, from 1. Categories that are
// numbers may be written in several ways.
func brmsOrdered(label string, categories []string) string {
	var numbers []string
	for _, name := range categories {
		x, err := strconv.ParseFloat(name, 64)
		text := strconv.FormatFloat(x, 'g', -1, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) || slices.Contains(numbers, text) {
			return "match(" + label + ", " + rStrings(categories) + ")"
		}
		numbers = append(numbers, text)
	}
	return "match(as.numeric(" + label + "), c(" + strings.Join(numbers, ", ") + "))"
}

// brmsRead returns R code that reads a file, with columns of further factors, into the data frame raw. All columns are
// text.
func brmsRead(s study.Source, factors []string) string {
	long := s.Layout != "" && len(s.Wide) == 0 // a row may hold several labels
	if s.Delimiter == 0 || long || s.Export != "" || s.Compression == "zstd" || s.File == "" {
		ofFile := func(c study.Column) []string {
			switch {
			case c.Of != nil:
				return c.Of
			case c.Name != "":
				return []string{c.Name}
			}
			return nil
		}
		columns := slices.Concat(ofFile(s.Columns.Item), ofFile(s.Columns.Labeler), ofFile(s.Columns.Study))
		if len(s.Wide) > 0 {
			columns = slices.Concat(ofFile(s.Columns.Item), s.Wide)
		} else {
			columns = append(columns, s.Columns.Label.Name)
		}
		columns = append(columns, factors...)
		if long {
			return "raw <- NULL # a data frame of text, a row for each label of " + rString(s.File) +
				", with the columns " + rStrings(columns)
		}
		return "raw <- NULL # a data frame of text, a row for each of " + rString(s.File) + ", with the columns " +
			rStrings(columns)
	}
	separator := ""
	switch s.Delimiter {
	case ',':
	case '\t':
		separator = `, sep = "\t"`
	default:
		separator = `, sep = "` + string(s.Delimiter) + `"`
	}
	return "raw <- read.csv(" + rString(s.File) + separator +
		`, colClasses = "character", check.names = FALSE, strip.white = TRUE)`
}
