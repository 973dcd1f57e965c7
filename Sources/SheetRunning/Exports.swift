@_exported public import SheetFacts
// `import ContactSheet` is enough to embed the library.
@_exported public import SheetFiles
@_exported public import SheetPictures
@_exported public import SheetPlanning
@_exported public import SheetPlans
@_exported public import SheetRendering
@_exported public import SheetText
