/** Without schemas: an open form names them before anything is drawn. */
export const drawingColors = ['red', 'yellow', 'green', 'blue', 'white'] as const
export type DrawingColor = (typeof drawingColors)[number]

export const drawingWidths = ['thin', 'medium', 'thick'] as const
export type DrawingWidth = (typeof drawingWidths)[number]

/** How far a photo is turned to the right, in degrees: always from how it was taken, so that twice is as once. */
export const turns = [0, 90, 180, 270] as const
