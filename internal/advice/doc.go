// Package advice says what can be done about an error or a warning in flags of the command, and quotes what a command
// line repeats. The packages that find a fault know its code and facts only, and no flags.
package advice
