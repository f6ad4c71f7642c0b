/** Without schemas, because an open form uses these before drawing starts. */
export const drawingColors = ['red', 'yellow', 'green', 'blue', 'white'] as const
export type DrawingColor = (typeof drawingColors)[number]

export const drawingWidths = ['thin', 'medium', 'thick'] as const
export type DrawingWidth = (typeof drawingWidths)[number]

/**
 * A photo's clockwise rotation in degrees, relative to the original, so that repeated calls are idempotent.
 */
export const turns = [0, 90, 180, 270] as const
