// Package release checks what is handed out with the command: the licences of the modules that are linked
// into it, where unsafe is used, and its bill of materials.
package release
