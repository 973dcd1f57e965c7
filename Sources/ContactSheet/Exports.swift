// The modules whose public types appear in the library's own declarations, so that a program only
// imports one name.

@_exported public import SheetImaging
@_exported public import SheetLayout
@_exported public import SheetModel
