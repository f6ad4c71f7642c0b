import { library } from '#contract/messages/library.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import {
  calculated,
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

/** A walk through a building's life safety, in the order in which one walks it. */
export const fireSafety: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Fire safety walk',
  description:
    'Exits, extinguishers, alarm, sprinklers, emergency lights, doors and storage of one building, with each deficiency and who corrects it by when. A walk, not the inspection by a licensed contractor.',
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
        text('escort_phone', 'Phone of the escort', internal),
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
        text('panel_codes', 'Panel and key box codes', internal),
      ],
    },
    {
      key: 'exits',
      name: 'Exits and egress',
      fields: [
        oneOf('paths', 'Exit paths clear, full width', passed, mandatory),
        defect('paths_defect', 'Blocked paths', "${paths} = 'Fail'"),
        oneOf('exit_signs', 'Exit signs in place and lit', passed, mandatory),
        defect('exit_signs_defect', 'Exit signs out or missing', "${exit_signs} = 'Fail'"),
        oneOf('exit_doors', 'Exit doors open without key or special knowledge', passed, mandatory),
        defect('exit_doors_defect', 'Exit doors that do not', "${exit_doors} = 'Fail'"),
        oneOf('stairs', 'Stairs clear, handrails sound, nothing stored', passed),
        oneOf('discharge', 'Way from the exits to the street clear', passed),
        yesNo('plans_posted', 'Evacuation plans posted', { reasonOn: 'No' }),
        oneOf('lights', 'Emergency lights work at the test button', passed, mandatory),
        count('lights_out', 'Units out', { showIf: "${lights} = 'Fail'" }),
        // NFPA 101, 7.9.3.1.1: 30 seconds a month, 90 minutes a year.
        day('lights_tested', 'Last 90-minute test', {
          constraint: '. <= today()',
          constraintMessage: 'The last test cannot be in the future.',
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
        { key: 'tag', name: 'Tag or bar code', type: 'barcode' },
        oneOf('visible', 'Mounted, visible, not blocked', passed, mandatory),
        oneOf('gauge', 'Gauge in the green, pin and seal in place', passed, mandatory),
        day('serviced', 'Last annual service', {
          constraint: '. <= today()',
          constraintMessage: 'The last service cannot be in the future.',
        }),
        calculated(
          'due',
          'Service',
          // NFPA 10, section 7.3: at most one year. Of dates written as numbers, the same day a year later is 10,000 more.
          "if(${serviced} = '' or ${date} = '', 'Unknown', if(number(format-date(${date}, '%Y%m%d')) - number(format-date(${serviced}, '%Y%m%d')) > 10000, 'Overdue', 'In date'))",
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
      fields: [
        oneOf('panel', 'Alarm panel normal, no trouble or supervisory signal', passed, {
          showIf: "selected(${systems}, 'Fire alarm')",
          mandatory: true,
        }),
        photos('panel_photo', 'Alarm panel', { showIf: "selected(${systems}, 'Fire alarm')" }),
        oneOf('pulls', 'Pull stations visible and reachable', passed, {
          showIf: "selected(${systems}, 'Fire alarm')",
        }),
        oneOf('detectors', 'Detectors in place, not covered', passed, {
          showIf: "selected(${systems}, 'Fire alarm')",
        }),
        day('alarm_inspected', 'Last alarm inspection', { showIf: "selected(${systems}, 'Fire alarm')" }),
        oneOf('valves', 'Sprinkler valves open and locked or supervised', passed, {
          showIf: "selected(${systems}, 'Sprinklers')",
          mandatory: true,
        }),
        measure('pressure', 'Riser pressure', {
          unit: 'psi',
          max: 400,
          media: true,
          showIf: "selected(${systems}, 'Sprinklers')",
        }),
        // NFPA 13, 10.2 (standard spray sprinklers). ESFR and storage sprinklers need 36 in.
        oneOf('clearance', '18 in. below sprinklers kept clear', passed, {
          showIf: "selected(${systems}, 'Sprinklers')",
        }),
        oneOf('heads', 'Heads clean, not painted, none missing', passed, {
          showIf: "selected(${systems}, 'Sprinklers')",
        }),
        oneOf('fdc', 'Fire department connection capped, marked, reachable', passed),
        // NFPA 96, 12.2.1, and NFPA 17A: every six months.
        oneOf('hood', 'Kitchen hood system serviced in the last six months', passed, {
          showIf: "selected(${systems}, 'Kitchen hood system')",
        }),
      ],
    },
    {
      key: 'doors',
      name: 'Doors, walls and storage',
      fields: [
        oneOf('fire_doors', 'Fire doors close and latch, none propped', passed, mandatory),
        defect('fire_doors_defect', 'Fire doors that do not', "${fire_doors} = 'Fail'"),
        oneOf('penetrations', 'Penetrations of rated walls sealed', passed),
        defect('penetrations_defect', 'Open penetrations', "${penetrations} = 'Fail'"),
        // NEC 110.26(A)(1): 3 ft at up to 150 V to ground; more at higher voltages with live parts opposite.
        oneOf('electrical', '3 ft clear in front of electrical panels', passed),
        oneOf('cords', 'No extension cords in place of wiring', passed),
        oneOf('flammables', 'Flammable liquids in rated cabinets', passed),
        oneOf('mechanical', 'Mechanical rooms free of storage', passed),
        oneOf('lanes', 'Fire lanes and hydrants clear', passed),
      ],
    },
    {
      key: 'deficiency',
      name: 'Deficiency',
      addSimilarText: 'Add another deficiency',
      fields: ifAny('deficiency_found', 'Deficiency found', [
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
