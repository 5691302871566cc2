//go:build long

package main

// allPages says whether TestGuidesPrintWhatTheySay runs the commands of all pages.
const allPages = true
