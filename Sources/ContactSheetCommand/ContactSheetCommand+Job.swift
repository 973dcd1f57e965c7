internal import ArgumentParser
internal import ContactSheet

extension ContactSheetCommand {
  /// What the options ask for where no plan has been made yet.
  func planningJob() throws -> SheetJob {
    var job = SheetJob(inputs: input.inputs, output: try output.destination())
    job.finder = input.finder
    job.order = input.order
    job.metadata.orientation = input.orient
    job.unreadablePolicy = input.onError
    job.metadata.color = tile.color
    job.layout = try layout.choice(dpi: output.dpi)
    job.gap = try layout.spacing(dpi: output.dpi)
    job.margin = try layout.border(dpi: output.dpi)
    job.paging = page.paging(page: layout.page(dpi: output.dpi))
    job.style = tile.style(geometry: layout.geometry, furniture: furniture.furniture)
    job.texts = try text.texts()
    job.encoding.pixelsPerInch = layout.density(dpi: output.dpi)
    return job
  }

  /// Refuses options of different groups that contradict each other.
  ///
  /// - Throws: `ValidationError` for the first that do.
  func rejectContradictions() throws {
    _ = try layout.choice(dpi: output.dpi)
    _ = try layout.spacing(dpi: output.dpi)
    _ = try layout.border(dpi: output.dpi)
    if layout.paper != nil, page.maxHeight != nil {
      throw ValidationError("--max-height has no effect with --paper, which settles the height.")
    }
    try text.requireGroups(by: page.groupBy)
    if text.labelsFrom == "-", input.readsStandardInput {
      throw ValidationError(
        "Standard input is either a list of pictures or --labels-from -; name a file for one.")
    }
    if layout.geometry != nil, tile.scale != nil || tile.upscale {
      throw ValidationError(
        "--geometry settles how pictures fit their cells; it excludes --scale and --upscale.")
    }
  }
}
