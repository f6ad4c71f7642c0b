export type UnitSystem = 'imperial' | 'metric'

interface Unit {
  readonly system: UnitSystem
  /** Spellings in lower case. */
  readonly names: readonly string[]
  readonly to: string
  readonly factor: number
  /** Added after the factor: temperatures. */
  readonly offset?: number
}

const units: readonly Unit[] = [
  { system: 'imperial', names: ['ft', 'foot', 'feet', '′'], to: 'm', factor: 0.3048 },
  { system: 'imperial', names: ['in', 'inch', 'inches', '″', '"'], to: 'cm', factor: 2.54 },
  { system: 'imperial', names: ['yd', 'yard', 'yards'], to: 'm', factor: 0.9144 },
  { system: 'imperial', names: ['mi', 'mile', 'miles'], to: 'km', factor: 1.609344 },
  { system: 'imperial', names: ['sq ft', 'sqft', 'ft²', 'ft2'], to: 'm²', factor: 0.09290304 },
  { system: 'imperial', names: ['lb', 'lbs', 'pound', 'pounds'], to: 'kg', factor: 0.45359237 },
  { system: 'imperial', names: ['gal', 'gallon', 'gallons'], to: 'l', factor: 3.785411784 },
  { system: 'imperial', names: ['psi'], to: 'kPa', factor: 6.894757293 },
  { system: 'imperial', names: ['°f'], to: '°C', factor: 5 / 9, offset: -160 / 9 },
  { system: 'metric', names: ['m', 'meter', 'meters', 'metre', 'metres'], to: 'ft', factor: 1 / 0.3048 },
  { system: 'metric', names: ['cm'], to: 'in', factor: 1 / 2.54 },
  { system: 'metric', names: ['mm'], to: 'in', factor: 1 / 25.4 },
  { system: 'metric', names: ['km'], to: 'mi', factor: 1 / 1.609344 },
  { system: 'metric', names: ['m²', 'm2', 'sqm', 'sq m'], to: 'ft²', factor: 1 / 0.09290304 },
  { system: 'metric', names: ['kg'], to: 'lb', factor: 1 / 0.45359237 },
  {
    system: 'metric',
    names: ['l', 'liter', 'liters', 'litre', 'litres'],
    to: 'gal',
    factor: 1 / 3.785411784,
  },
  { system: 'metric', names: ['kpa'], to: 'psi', factor: 1 / 6.894757293 },
  { system: 'metric', names: ['°c'], to: '°F', factor: 9 / 5, offset: 32 },
]

export interface Measure {
  readonly value: number
  readonly unit: string
}

/**
 * Converts a measure to the reader's unit system, to at most four digits. Returns null if it is already in
 * that system or its unit has no counterpart. For display only: stored and reported values keep the
 * template's unit.
 */
export function convertMeasure(system: UnitSystem, text: string, unit: string): Measure | null {
  const written = unit.trim().toLowerCase()
  const found = units.find(({ names }) => names.includes(written))
  const value = Number(text)
  if (!found || found.system === system || text.trim() === '' || !Number.isFinite(value)) return null
  return { value: shortened(value * found.factor + (found.offset ?? 0)), unit: found.to }
}

/** Rounds to an integer from 1,000, otherwise to four significant digits. */
function shortened(value: number): number {
  return Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(4))
}
