// Package advice writes the fixes of an error or a warning as commands to paste, and tries them on the first rows. The
// packages that find a fault make its fixes, in names of options, and know no flags.
package advice
