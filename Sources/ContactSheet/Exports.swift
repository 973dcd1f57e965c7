// The modules whose public types appear in the library's own declarations, so that a program needs
// only one import.

@_exported public import SheetImaging
@_exported public import SheetLayout
@_exported public import SheetModel
