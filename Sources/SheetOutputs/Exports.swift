// Whoever imports this module, and each file of it, sees the modules that it is made of.
@_exported public import SheetFacts
@_exported public import SheetFiles
@_exported public import SheetImaging
@_exported public import SheetLayout
@_exported public import SheetPictures
@_exported public import SheetPlans
@_exported public import SheetRendering
@_exported public import SheetText
