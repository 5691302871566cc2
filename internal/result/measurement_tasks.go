package result

import (
	"concord/internal/tasks/batch"
	"concord/study"
)

// NewMeasurementOfTasks measures the labels of each task alone.
func NewMeasurementOfTasks(data Data, tasks []batch.Task, level float64, log bool) *Measurement {
	all := &Measurement{Data: data, Level: level, Log: log, Studies: []MeasuredStudy{}, Limits: []AgreementLimits{},
		Verdict: []string{}, Notes: []string{}}
	for _, task := range tasks {
		for _, s := range NewMeasurement(data, task.Table(), level, log).Studies {
			s.Task = task.Key.String()
			all.Studies = append(all.Studies, s)
		}
	}
	all.conclude()
	return all
}

// Name names the study with its task.
func (s MeasuredStudy) Name() string {
	switch {
	case s.Task == "":
		return s.Study
	case s.Study == study.WholeFile:
		return s.Task
	}
	return s.Task + study.CombinedBy + s.Study
}
