import { library } from '#contract/messages/library.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import {
  calculated,
  calculatedWord,
  count,
  day,
  defect,
  fromList,
  ifAny,
  internal,
  longText,
  mandatory,
  measure,
  oneOf,
  passed,
  photos,
  signature,
  someOf,
  text,
  yesNo,
} from './fields.ts'

/** True for types with a hydrostatic test every 5 years; the others are tested every 12. */
const fiveYears = "(${kind} = 'CO2' or ${kind} = 'Water' or ${kind} = 'Class K')"
const twelveYears = { showIf: `\${kind} != '' and not(${fiveYears})` }

function past(key: string, name: string, more = {}) {
  return day(key, name, {
    constraint: '. <= today()',
    constraintMessage: 'This date is in the future.',
    ...more,
  })
}

/** Calendar months from a date to the walk: one inspection per month. */
const sinceMonths = (key: string, months: number) =>
  `(${part('date', '%Y')} - ${part(key, '%Y')}) * 12 + ${part('date', '%m')} - ${part(key, '%m')} > ${months}`

/** Years to the day: of dates written as numbers, the same day a year later is 10,000 more. */
const sinceYears = (key: string, years: number) =>
  `${part('date', '%Y%m%d')} - ${part(key, '%Y%m%d')} > ${years * 10_000}`

function part(key: string, format: string): string {
  return `number(format-date(\${${key}}, '${format}'))`
}

const withAlarm = { condition: 'Fire alarm' }
const withSprinklers = { condition: 'Sprinklers' }

/** What `standing` comes to. */
const due = ['Current', 'Overdue', 'Unknown'] as const

function standing(key: string, isOver: typeof sinceYears, interval: number): string {
  return `if(\${${key}} = '' or \${date} = '', 'Unknown', if(${isOver(key, interval)}, 'Overdue', 'Current'))`
}

/** The type is inside the calculation: a condition on the field would make each save recount every extinguisher. */
function ofKind(five: string, twelve: string): string {
  return `if(\${kind} = '', 'Unknown', if(${fiveYears}, ${five}, ${twelve}))`
}

/** A fire safety walk through a building, in walking order. */
export const fireSafety: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Fire safety walk',
  description:
    'Exits, extinguishers, alarm, sprinklers, emergency lights, doors, and storage in one building, with each deficiency, who corrects it, and by when. A walk-through, not the inspection by a licensed contractor.',
  category: library.shelfSafety,
  picture: 'fire',
  sections: [
    {
      key: 'building',
      name: 'Building',
      fields: [
        text('property', 'Building', mandatory),
        text('address', 'Address', mandatory),
        day('date', 'Date of the walk', mandatory),
        text('walker', 'Walked by', mandatory),
        text('escort', 'Escorted by'),
        text('escort_phone', 'Escort phone', internal),
        text('ahj', 'Authority having jurisdiction (AHJ)'),
        fromList('occupancy', 'Occupancy', [
          'Assembly',
          'Business',
          'Educational',
          'Factory',
          'Health care',
          'Mercantile',
          'Residential',
          'Storage',
          'Mixed',
        ]),
        count('stories', 'Stories above grade', { max: 200 }),
        someOf(
          'systems',
          'Fire systems',
          [
            'Fire alarm',
            'Sprinklers',
            'Standpipes',
            'Kitchen hood system',
            'Clean agent',
            'Fire pump',
            'None',
          ],
          mandatory,
        ),
        text('knox_box', 'Knox Box location', internal),
        text('panel_codes', 'Alarm panel codes', internal),
      ],
    },
    {
      key: 'exits',
      name: 'Exits and egress',
      fields: [
        oneOf('paths', 'Exits clear, full width', passed, mandatory),
        defect('paths_defect', 'Blocked exits', "${paths} = 'Fail'"),
        oneOf('exit_signs', 'Exit signs in place and lit', passed, mandatory),
        defect('exit_signs_defect', 'Exit signs out or missing', "${exit_signs} = 'Fail'"),
        oneOf('exit_doors', 'Exit doors open without a key or special knowledge', passed, mandatory),
        defect('exit_doors_defect', 'Exit doors that don’t open freely', "${exit_doors} = 'Fail'"),
        oneOf('stairs', 'Stairs clear, handrails secure, no storage', passed),
        oneOf('discharge', 'Exit discharge clear to the public way', passed),
        yesNo('plans_posted', 'Evacuation plans posted', { reasonOn: 'No' }),
        oneOf('lights', 'Emergency lights work at the test button', passed, mandatory),
        count('lights_out', 'Emergency lights out', { showIf: "${lights} = 'Fail'" }),
        photos('exits_photos', 'Exit photos'),
        // NFPA 101, 7.9.3.1.1: 30 seconds a month, 90 minutes a year.
        day('lights_tested', 'Last 90-minute test', {
          constraint: '. <= today()',
          constraintMessage: 'The last test can’t be in the future.',
        }),
      ],
    },
    {
      key: 'extinguisher',
      name: 'Extinguisher',
      addSimilarText: 'Add another extinguisher',
      copyFromLastFilled: true,
      fields: [
        text('place', 'Location', { ...mandatory, hint: '2nd floor, by stair B' }),
        fromList('kind', 'Type', [
          'ABC dry chemical',
          'BC',
          'CO2',
          'Water',
          'Class K',
          'Clean agent',
          'Class D',
        ]),
        measure('weight', 'Size', { unit: 'lb', max: 350 }),
        { key: 'tag', name: 'Tag or barcode', type: 'barcode' },
        oneOf('visible', 'Mounted, visible, not blocked', passed, mandatory),
        oneOf('gauge', 'Gauge in the green, pin and seal in place', passed, mandatory),
        // NFPA 10, section 7.2: inspected every month, by the owner.
        past('inspected', 'Last monthly inspection'),
        calculatedWord('inspection_due', 'Monthly inspection', due, standing('inspected', sinceMonths, 1)),
        // NFPA 10, section 7.3: maintenance every year.
        past('serviced', 'Last annual maintenance'),
        calculatedWord('due', 'Annual maintenance', due, standing('serviced', sinceYears, 1)),
        // NFPA 10, section 7.3: stored-pressure extinguishers with a 12-year hydrostatic test are emptied and examined.
        past('six_year', 'Last 6-year maintenance', twelveYears),
        calculatedWord(
          'six_year_due',
          '6-year maintenance',
          [...due, 'Not required'],
          ofKind("'Not required'", standing('six_year', sinceYears, 6)),
        ),
        // NFPA 10, Table 8.3.1: 12 years for dry chemical and halogenated agents, 5 for CO2, water and wet chemical.
        past('hydro', 'Last hydrostatic test', {
          hint: 'Every 12 years. CO2, water, and Class K: every 5 years.',
        }),
        calculatedWord(
          'hydro_due',
          'Hydrostatic test',
          due,
          ofKind(standing('hydro', sinceYears, 5), standing('hydro', sinceYears, 12)),
        ),
        photos('ext_photo', 'Photo', {
          showIf: "${visible} = 'Fail' or ${gauge} = 'Fail'",
          mandatory: true,
        }),
      ],
    },
    {
      key: 'alarm',
      name: 'Alarm and sprinklers',
      conditions: [
        { name: 'Fire alarm', showIf: "selected(${systems}, 'Fire alarm')" },
        { name: 'Sprinklers', showIf: "selected(${systems}, 'Sprinklers')" },
      ],
      fields: [
        oneOf('panel', 'Alarm panel normal, no trouble or supervisory signal', passed, {
          ...withAlarm,
          mandatory: true,
        }),
        photos('panel_photo', 'Alarm panel', withAlarm),
        oneOf('pulls', 'Pull stations visible and accessible', passed, withAlarm),
        oneOf('detectors', 'Detectors in place, not covered', passed, withAlarm),
        // NFPA 72, chapter 14: fire alarm systems are tested every year.
        day('alarm_inspected', 'Last annual alarm test', withAlarm),
        oneOf('valves', 'Sprinkler valves open and locked or supervised', passed, {
          ...withSprinklers,
          mandatory: true,
        }),
        // NFPA 25: water-based systems are inspected and tested every year, and the inside of the piping every five.
        day('sprinklers_inspected', 'Last annual sprinkler inspection', withSprinklers),
        measure('pressure', 'Riser pressure', {
          unit: 'psi',
          max: 400,
          media: true,
          ...withSprinklers,
        }),
        // NFPA 13, 10.2 (standard spray sprinklers). ESFR and storage sprinklers need 36 in.
        oneOf('clearance', '18 in. below sprinklers kept clear', passed, withSprinklers),
        oneOf('heads', 'Heads clean, not painted, none missing', passed, withSprinklers),
        oneOf('fdc', 'FDC capped, marked, and accessible', passed),
        // NFPA 96, 12.2.1, and NFPA 17A: every six months.
        oneOf('hood', 'Kitchen hood system serviced in the last six months', passed, {
          showIf: "selected(${systems}, 'Kitchen hood system')",
        }),
      ],
    },
    {
      key: 'doors',
      name: 'Doors, walls, and storage',
      fields: [
        oneOf('fire_doors', 'Fire doors close and latch, none propped', passed, mandatory),
        // NFPA 80, section 5.2: inspected and tested every year.
        day('fire_doors_inspected', 'Last annual fire door inspection'),
        defect('fire_doors_defect', 'Fire doors that don’t close or latch', "${fire_doors} = 'Fail'"),
        oneOf('penetrations', 'Penetrations in rated walls firestopped', passed),
        defect('penetrations_defect', 'Open penetrations', "${penetrations} = 'Fail'"),
        // NEC 110.26(A)(1): 3 ft at up to 150 V to ground; more at higher voltages with live parts opposite.
        oneOf('electrical', '3 ft clear in front of electrical panels', passed),
        oneOf('cords', 'No extension cords used as permanent wiring', passed),
        oneOf('flammables', 'Flammable liquids in listed cabinets', passed),
        oneOf('mechanical', 'Mechanical rooms free of storage', passed),
        oneOf('lanes', 'Fire lanes and hydrants clear', passed),
      ],
    },
    {
      key: 'deficiency',
      name: 'Deficiency',
      addSimilarText: 'Add another deficiency',
      ...ifAny('deficiency_found', 'Deficiency found', [
        text('what', 'What is wrong', mandatory),
        text('where', 'Where'),
        oneOf(
          'urgency',
          'Urgency',
          ['Immediate', 'Within a week', 'Within a month', 'At next service'],
          mandatory,
        ),
        text('who', 'Who corrects it'),
        day('by', 'By when', {
          constraint: ". >= ${date} or ${date} = ''",
          constraintMessage: 'This date is before the walk.',
        }),
        photos('photo', 'Photo', mandatory),
      ]),
    },
    {
      key: 'closing',
      name: 'Closing',
      fields: [
        calculated('open_items', 'Deficiencies recorded', 'count-non-empty(${what})'),
        longText('summary', 'Summary'),
        day('next_walk', 'Next walk'),
        signature('signed', 'Signature', mandatory),
      ],
    },
  ],
}
