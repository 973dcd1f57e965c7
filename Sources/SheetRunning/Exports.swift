// Whoever imports this module, and each file of it, sees the modules that it is made of.
@_exported public import SheetOutputs
@_exported public import SheetPlanning
