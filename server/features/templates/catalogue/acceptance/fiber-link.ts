import type { SectionSource } from '#survey/template-source.ts'

/** Loss at 1310 nm as TIA-568 allows it: 0.4 dB a kilometer outdoors, 0.75 dB a connector pair, 0.3 dB a splice. */
const allowed = 'round(${link_length} * 0.000122 + ${connectors} * 0.75 + coalesce(${splices}, 0) * 0.3, 2)'

export const fiberLink: SectionSource = {
  key: 'fiber_link',
  name: 'Fiber link',
  addSimilarText: 'Add another fiber link',
  copyFromLastFilled: true,
  fields: [
    { key: 'link_name', name: 'From and to', type: 'text', mandatory: true },
    { key: 'cable_label', name: 'Cable label', type: 'barcode' },
    { key: 'fiber', name: 'Fiber', type: 'select', options: ['OS2', 'OM3', 'OM4', 'OM5'] },
    {
      key: 'link_length',
      name: 'Length of the link',
      type: 'decimal',
      unit: 'ft',
      min: 0,
      max: 130_000,
      mandatory: true,
    },
    { key: 'connectors', name: 'Connector pairs', type: 'numeric', min: 1, max: 20 },
    { key: 'splices', name: 'Splices', type: 'numeric', max: 50 },
    { key: 'allowed_loss', name: 'Allowed loss', type: 'calculated', unit: 'dB', calculation: allowed },
    {
      key: 'loss',
      name: 'Measured loss at 1310 nm',
      type: 'decimal',
      unit: 'dB',
      min: -2,
      max: 60,
      mandatory: true,
    },
    {
      key: 'margin',
      name: 'Margin',
      type: 'calculated',
      unit: 'dB',
      calculation: 'round(${allowed_loss} - ${loss}, 2)',
    },
    { key: 'tested', name: 'Tested at', type: 'date_time' },
    { key: 'tester', name: 'Serial number of the tester', type: 'barcode' },
    { key: 'trace', name: 'Trace and remarks', type: 'long_text', media: true, dictation: true },
  ],
}
