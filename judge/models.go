package judge

import "concord/internal/machines"

// LikeModels returns the labelers whose names look like those of language models, if there are at least two others.
func LikeModels(labelers []string) []string {
	var found []string
	for _, name := range labelers {
		if machines.IsModel(name) {
			found = append(found, name)
		}
	}
	if len(labelers)-len(found) < 2 {
		return nil
	}
	return found
}
