// The modules whose public types the library's own declarations show: a program imports one name.

@_exported public import SheetImaging
@_exported public import SheetLayout
@_exported public import SheetModel
