import type { SectionSource } from '#survey/template-source.ts'

/**
 * Wavelengths that a link is tested at: multimode at 850 and 1300 nm, single-mode at 1310 and 1550 nm (ANSI/TIA-568.3-D
 * and TIA-568.0-D, field testing). `family` is how the names of the fibers begin that each belongs to.
 */
const wavelengths = [
  { label: '850 nm', columns: { family: 'OM' } },
  { label: '1300 nm', columns: { family: 'OM' } },
  { label: '1310 nm', columns: { family: 'OS' } },
  { label: '1550 nm', columns: { family: 'OS' } },
] as const
const ofThisFiber = 'starts-with(${fiber}, family)'

/**
 * dB per kilometer of cable: ANSI/TIA-568.3-D (2016), Table 1 'Optical fiber cable transmission performance parameters'.
 * OM1 and OM2 3.5 at 850 nm; OM3, OM4 and OM5 3.0 at 850 nm (568-C.3 still had 3.5); all multimode 1.5 at 1300 nm.
 * Single-mode is the same at 1310 and 1550 nm: 1.0 inside plant (OS1, OS1a), 0.5 indoor-outdoor, 0.4 for OS2 (also
 * ISO/IEC 11801-1). Empty without a fiber, and for a wavelength that this fiber is not tested at.
 */
function attenuationAt(wavelength: string): string {
  const at850 = "if(${fiber} = 'OM1' or ${fiber} = 'OM2', 3.5, 3)"
  const multimode = `if(${wavelength} = '850 nm', ${at850}, if(${wavelength} = '1300 nm', 1.5, ''))`
  const byCable = "if(${fiber} = 'OS2', 0.4, if(${fiber} = 'OS2 indoor-outdoor', 0.5, 1))"
  const singleMode = `if(${wavelength} = '1310 nm' or ${wavelength} = '1550 nm', ${byCable}, '')`
  return `if(starts-with(\${fiber}, 'OM'), ${multimode}, if(starts-with(\${fiber}, 'OS'), ${singleMode}, ''))`
}

/**
 * Link attenuation allowance of ANSI/TIA-568.0-D: cable + connections + splices, with the largest insertion loss that
 * ANSI/TIA-568.3-D allows: 0.75 dB per mated pair, 0.3 dB per splice. One foot is 0.0003048 km.
 */
function allowanceAt(attenuation: string): string {
  return `round(\${link_length} * 0.0003048 * ${attenuation} + \${connectors} * 0.75 + coalesce(\${splices}, 0) * 0.3, 2)`
}

const atSecond = "${second_wavelength} != ''"
/** Meters read slightly below zero with a bad reference; none measures 60 dB. */
const reading = { type: 'decimal', unit: 'dB', min: -2, max: 60 } as const

export const fiberLink: SectionSource = {
  key: 'fiber_link',
  name: 'Fiber link',
  addSimilarText: 'Add another fiber link',
  copyFromLastFilled: true,
  fields: [
    { key: 'link_name', name: 'From and to', type: 'text', mandatory: true, hint: 'End A to end B.' },
    { key: 'cable_label', name: 'Cable label', type: 'barcode' },
    {
      key: 'fiber',
      name: 'Fiber type',
      type: 'select',
      mandatory: true,
      options: ['OM1', 'OM2', 'OM3', 'OM4', 'OM5', 'OS1', 'OS1a', 'OS2', 'OS2 indoor-outdoor'],
    },
    {
      key: 'link_length',
      name: 'Length of the link',
      type: 'decimal',
      unit: 'ft',
      min: 0,
      // 40 km: catches typing errors.
      max: 130_000,
      mandatory: true,
    },
    {
      key: 'connectors',
      name: 'Connector pairs',
      type: 'numeric',
      min: 1,
      max: 20,
      mandatory: true,
      hint: 'Mated pairs in the link, including both end connections.',
    },
    { key: 'splices', name: 'Splices', type: 'numeric', max: 50 },
    {
      key: 'wavelength',
      name: 'Test wavelength',
      type: 'select',
      mandatory: true,
      options: wavelengths,
      choiceFilter: ofThisFiber,
    },
    {
      key: 'attenuation',
      name: 'Cable attenuation limit',
      type: 'calculated',
      unit: 'dB/km',
      calculation: attenuationAt('${wavelength}'),
    },
    {
      key: 'allowed_loss',
      name: 'Allowed loss',
      type: 'calculated',
      unit: 'dB',
      calculation: allowanceAt('${attenuation}'),
    },
    { key: 'loss', name: 'Measured loss, A to B', mandatory: true, ...reading },
    { key: 'loss_back', name: 'Measured loss, B to A', ...reading },
    {
      key: 'second_wavelength',
      name: 'Second test wavelength',
      type: 'select',
      options: wavelengths,
      choiceFilter: ofThisFiber,
      constraint: '. != ${wavelength}',
      constraintMessage: 'Choose the other wavelength of this fiber.',
    },
    {
      key: 'second_allowed_loss',
      name: 'Allowed loss at the second wavelength',
      type: 'calculated',
      unit: 'dB',
      calculation: allowanceAt(attenuationAt('${second_wavelength}')),
      showIf: atSecond,
    },
    {
      key: 'second_loss',
      name: 'Measured loss at the second wavelength, A to B',
      showIf: atSecond,
      ...reading,
    },
    {
      key: 'second_loss_back',
      name: 'Measured loss at the second wavelength, B to A',
      showIf: atSecond,
      ...reading,
    },
    {
      key: 'margin',
      name: 'Margin',
      type: 'calculated',
      unit: 'dB',
      // Worst of both directions and wavelengths; missing readings do not count.
      calculation:
        "round(min(coalesce(${allowed_loss} - max(${loss}, ${loss_back}), ''), coalesce(${second_allowed_loss} - max(${second_loss}, ${second_loss_back}), '')), 2)",
    },
    {
      key: 'verdict',
      name: 'Loss test',
      type: 'calculated',
      options: ['Pass', 'Fail'],
      calculation: "if(${margin} = '', '', if(${margin} >= 0, 'Pass', 'Fail'))",
    },
    { key: 'tested', name: 'Tested at', type: 'date_time' },
    { key: 'tester', name: 'Tester serial number', type: 'barcode' },
    { key: 'trace', name: 'OTDR trace and notes', type: 'long_text', media: true, dictation: true },
  ],
}
