// Package advice says what to do about an error or a warning, in flags of the command. It quotes texts for commands to
// paste. The packages that find a fault know its code and facts only, and no flags.
package advice
