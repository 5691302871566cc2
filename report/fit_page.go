package report

import (
	"slices"

	"concord/internal/document"
)

// beforeDetail are the sections that the page shows between the answer and every number.
func beforeDetail(s Source) []document.Section {
	return slices.Concat(made("Items", s, labelsSection, disputedSection, itemsSection, scaleSection),
		made("People", s, labelersSection))
}

// afterDetail are the sections at the end of the page.
func afterDetail(s Source) []document.Section {
	return made("", s, predictiveSection, methodsSection, reproductionSection)
}

// made returns the sections that are not empty, below a title of the contents.
func made(under string, s Source, all ...func(Source) (document.Section, bool)) []document.Section {
	var sections []document.Section
	for _, one := range all {
		if section, ok := one(s); ok {
			section.Under, under = under, ""
			sections = append(sections, section)
		}
	}
	return sections
}
