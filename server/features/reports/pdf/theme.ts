import type { TextStyle } from './typesetter.ts'

/** A4 in points, with side margins of 20 mm. */
export const page = {
  width: 595.28,
  height: 841.89,
  left: 56.69,
  right: 538.59,
  top: 84,
  bottom: 772,
} as const
export const contentWidth = page.right - page.left
export const contentHeight = page.bottom - page.top

export const colors = {
  ink: '#1b2733',
  soft: '#5b6876',
  accent: '#0b6b72',
  line: '#d8dee5',
  shade: '#f4f6f8',
  paper: '#ffffff',
} as const

function style(size: number, leading: number, weight: TextStyle['weight'], color: string): TextStyle {
  return { size, leading, weight, color }
}

export const type = {
  running: style(8, 11, 'regular', colors.soft),
  runningStrong: style(8, 11, 'semibold', colors.soft),
  brand: style(8, 11, 'bold', colors.accent),
  section: style(20, 26, 'bold', colors.accent),
  part: style(13, 18, 'semibold', colors.ink),
  label: style(9, 13.5, 'regular', colors.soft),
  value: style(9.5, 13.5, 'regular', colors.ink),
  caption: style(8.5, 12, 'regular', colors.soft),
  captionStrong: style(8.5, 12, 'semibold', colors.ink),
  link: style(9, 13, 'regular', colors.accent),
  pin: style(7.5, 10, 'bold', colors.paper),
  pinSmall: style(5.5, 7, 'bold', colors.paper),
  contentsSection: style(10.5, 16, 'semibold', colors.ink),
  contentsPart: style(9.5, 14, 'regular', colors.soft),
  coverKicker: style(10, 14, 'semibold', colors.accent),
  coverFact: style(10.5, 15, 'regular', colors.soft),
  coverFactStrong: style(10.5, 15, 'semibold', colors.ink),
  coverBrand: style(12, 16, 'bold', colors.accent),
} as const

/** Styles for the survey's name, tried in order: a long name must not fill the cover. */
export const coverTitles: readonly TextStyle[] = [
  style(32, 40, 'bold', colors.ink),
  style(24, 31, 'bold', colors.ink),
  style(17, 23, 'bold', colors.ink),
]

export const row = { labelWidth: 158, gap: 16, padding: 5.5 } as const
export const valueLeft = page.left + row.labelWidth + row.gap
export const valueWidth = page.right - valueLeft
