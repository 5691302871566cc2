package report

import "concord/internal/document"

// beforeDetail are the sections that the page shows between the answer and every number.
func beforeDetail(s Source) []document.Section {
	return made(s, labelsSection, disputedSection, labelersSection, itemsSection, scaleSection)
}

// afterDetail are the sections at the end of the page.
func afterDetail(s Source) []document.Section {
	return made(s, predictiveSection, methodsSection, reproductionSection)
}

// made returns the sections that are not empty.
func made(s Source, all ...func(Source) (document.Section, bool)) []document.Section {
	var sections []document.Section
	for _, one := range all {
		if section, ok := one(s); ok {
			sections = append(sections, section)
		}
	}
	return sections
}
