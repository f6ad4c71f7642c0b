import type { SectionSource } from '#survey/template-source.ts'
import { conduitSizes, fill, yesNo, yesNoUnknown } from '../choices.ts'
import { otdr, otdrTested } from './otdr.ts'

const bored = { condition: 'Directional bore' }
const withHandholes = { condition: 'With handholes' }
const located = { condition: '811 locate requested' }

export const ospSurvey: SectionSource = {
  key: 'osp-survey',
  name: 'OSP Survey',
  addSimilarText: 'Add another OSP route',
  conditions: [
    { name: 'Directional bore', showIf: "${method} = 'Directional bore'" },
    { name: 'With handholes', showIf: '${handholes} > 0' },
    otdrTested,
    { name: '811 locate requested', showIf: "${one-call} = 'Yes'" },
  ],
  fields: [
    { key: 'route', name: 'Route name', type: 'text', mandatory: true },
    {
      key: 'method',
      name: 'Construction method',
      type: 'select',
      mandatory: true,
      options: [
        'Existing conduit',
        'New trench',
        'Directional bore',
        'Aerial',
        'Micro trench',
        'Wall mounted',
        'Not decided',
        'No outside work',
      ],
    },
    { key: 'from', name: 'Starts at', type: 'text', media: true },
    { key: 'from-gps', name: 'GPS location of the start', type: 'position' },
    { key: 'building', name: 'Ends at building', type: 'dynamic_dropdown', dropdownOf: 'Building' },
    { key: 'entry', name: 'Building entry point', type: 'text', mandatory: true, media: true },
    { key: 'distance', name: 'Total distance (ft)', type: 'decimal', min: 0 },
    { key: 'bore-length', name: 'Bore length (ft)', type: 'decimal', min: 0, ...bored },
    { key: 'bore-depth', name: 'Bore depth (ft)', type: 'decimal', min: 0, ...bored },
    { key: 'poles', name: 'Number of poles', type: 'numeric' },
    { key: 'pole-owner', name: 'Pole owner and pole numbers', type: 'text', media: true },
    { key: 'pole-space', name: 'Attachment space on the poles', type: 'radio', options: yesNoUnknown },
    { key: 'make-ready', name: 'Make-ready needed', type: 'radio', options: yesNoUnknown },
    {
      key: 'mid-span',
      name: 'Lowest mid-span clearance (ft)',
      type: 'decimal',
      min: 0,
      // IEEE C2 (NESC) Rule 232, Table 232-1: communication cables and messengers.
      hint: 'NESC minimum over roads and driveways: 15.5 ft. The pole owner or state may require more.',
    },
    { key: 'pedestals', name: 'Number of pedestals', type: 'numeric' },
    { key: 'handholes', name: 'Number of handholes', type: 'numeric' },
    {
      key: 'handhole-size',
      name: 'Handhole size (length x width x depth)',
      type: 'text',
      ...withHandholes,
    },
    {
      key: 'handhole-tier',
      name: 'Handhole load rating',
      type: 'select',
      // Tiers of ANSI/SCTE 77; AASHTO H-20 is a vehicle load.
      options: ['Tier 5', 'Tier 8', 'Tier 15', 'Tier 22', 'AASHTO H-20', 'Unknown'],
      ...withHandholes,
    },
    { key: 'manholes', name: 'Number of manholes', type: 'numeric' },
    { key: 'access-points', name: 'Pedestals and handholes: location and owner', type: 'text', media: true },
    { key: 'conduits', name: 'Number of existing conduits', type: 'numeric' },
    { key: 'conduit-size', name: 'Conduit size', type: 'select', options: conduitSizes },
    { key: 'conduit-fill', name: 'Conduit fill', type: 'select', options: fill },
    ...otdr(),
    { key: 'pull-string', name: 'Pull string or tracer wire', type: 'radio', options: yesNoUnknown },
    {
      key: 'surface',
      name: 'Surface along the route',
      type: 'checkbox',
      options: ['Grass', 'Asphalt', 'Concrete', 'Pavers', 'Gravel', 'Landscaping', 'Rock'],
    },
    {
      key: 'obstacles',
      name: 'Obstacles',
      type: 'checkbox',
      options: [
        'Road crossing',
        'Trees and roots',
        'Retaining wall',
        'Fence',
        'Water',
        'Irrigation',
        'Power lines',
        'None',
      ],
    },
    {
      key: 'utilities',
      name: 'Other utilities on the route',
      type: 'checkbox',
      options: ['Electric', 'Gas', 'Water', 'Sewer', 'Telecom'],
    },
    { key: 'permits', name: 'Permits and easements needed', type: 'text' },
    { key: 'one-call', name: '811 utility locate requested', type: 'radio', options: yesNo },
    { key: 'ticket', name: '811 ticket number', type: 'text', ...located },
    { key: 'ticket-until', name: '811 ticket expires', type: 'date', ...located },
    { key: 'route-photos', name: 'Route photos and sketch', type: 'photo', min: 2 },
    { key: 'description', name: 'Route description', type: 'text', dictation: true, media: true },
    { key: 'notes', name: 'OSP notes', type: 'text', dictation: true },
  ],
}
