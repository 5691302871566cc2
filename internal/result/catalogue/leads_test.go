package catalogue

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/vpc"
)

func TestWhatLeads(t *testing.T) {
	at := func(name string, scale vpc.Scale) Instance {
		q, ok := Find(name)
		assert.True(t, ok, name)
		return Instance{Entry: q, Scale: scale}
	}
	for _, name := range []string{ICC, ICCk, Rho, RhoDifference, XCC} {
		assert.True(t, at(name, vpc.Label).Leads(""), name)
	}
	assert.True(t, at(ItemSD, vpc.Latent).Leads(""), "a parameter")
	for _, name := range []string{ConsistencyICC, ConsistencyICCk, FixedICC, "sem"} {
		assert.False(t, at(name, vpc.Label).Leads(""), name)
	}
	assert.False(t, at(ICC, vpc.Latent).Leads(""), "labels lead")
	assert.True(t, at(ConsistencyICC, vpc.Label).Leads(Consistency), "asked for")
	assert.False(t, at(ICC, vpc.Label).Leads(Consistency))
}
