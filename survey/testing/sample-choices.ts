import { templateFrom } from '../template-source.ts'

/** Template for tests of choices: dependent options, options with values, defaults. */
export const choicesTemplate = templateFrom({
  series: '019b0000-0000-7000-8000-0000000000f7',
  name: 'Survey with choices',
  version: 1,
  sections: [
    {
      key: 'site',
      name: 'Site',
      fields: [
        {
          key: 'building',
          name: 'Building',
          type: 'select',
          mandatory: true,
          options: [
            { label: 'North tower', value: 'north' },
            { label: 'South tower', value: 'south' },
          ],
        },
        {
          key: 'floor',
          name: 'Floor',
          type: 'radio',
          options: [
            { label: 'North ground', value: 'n0', columns: { building: 'north' } },
            { label: 'North roof', value: 'n1', columns: { building: 'north' } },
            { label: 'South ground', value: 's0', columns: { building: 'south' } },
          ],
          choiceFilter: 'building = ${building}',
        },
        {
          key: 'wiring',
          name: 'Wiring',
          type: 'checkbox',
          options: [
            { label: 'Copper', value: 'cu' },
            { label: 'Optical fiber', value: 'fiber' },
          ],
          default: 'cu fiber',
        },
        { key: 'strands', name: 'Strands', type: 'numeric', showIf: "selected(${wiring}, 'fiber')" },
        {
          key: 'said',
          name: 'Said',
          type: 'calculated',
          calculation:
            "concat(${floor}, ' ', jr:choice-name(${floor}, '${floor}'), ' ', selected-at(${wiring}, 0), ' ', count-selected(${wiring}))",
        },
        { key: 'phone', name: 'Phone', type: 'text', maxLength: 20, constraint: "regex(., '[0-9 ]{7,}')" },
      ],
    },
    {
      key: 'room',
      name: 'Room',
      addSimilarText: 'Add another room',
      copyFromLastFilled: true,
      fields: [
        {
          key: 'level',
          name: 'Level',
          type: 'select',
          options: ['North ground', 'North roof', 'South ground'],
          choiceFilter: "starts-with(label, jr:choice-name(${side}, '${side}')) or name = ${spare}",
        },
        {
          key: 'side',
          name: 'Side',
          type: 'radio',
          options: [
            { label: 'North', value: 'n' },
            { label: 'South', value: 's' },
          ],
        },
        { key: 'spare', name: 'Spare', type: 'text' },
        { key: 'reading', name: 'Reading', type: 'decimal', unit: 'dB', default: '3' },
        {
          key: 'change',
          name: 'Change',
          type: 'calculated',
          calculation: '${reading} - indexed-repeat(${reading}, ${room}, position(..) - 1)',
        },
        { key: 'number', name: 'Number', type: 'calculated', calculation: 'position(..)' },
        { key: 'mark', name: 'Mark', type: 'calculated', calculation: 'once(uuid())' },
        { key: 'begun', name: 'Begun', type: 'calculated', calculation: 'once(now())' },
        { key: 'seen', name: 'Seen', type: 'date_time', constraint: '. <= now()' },
      ],
    },
  ],
})
