import type { SectionSource } from '#survey/template-source.ts'
import { fill, yesNo, yesNoUnknown } from '../choices.ts'
import { otdr, otdrTested } from './otdr.ts'

export const mdfInfo: SectionSource = {
  key: 'mdf-info',
  name: 'MDF Info',
  addSimilarText: 'Add another MDF',
  conditions: [otdrTested],
  fields: [
    { key: 'building', name: 'Building', type: 'dynamic_dropdown', dropdownOf: 'Building', mandatory: true },
    { key: 'floor', name: 'Floor', type: 'dynamic_dropdown', dropdownOf: 'Floor' },
    { key: 'location', name: 'Room location', type: 'text', mandatory: true, media: true },
    { key: 'size', name: 'Room size (length x width x height)', type: 'text' },
    {
      key: 'lock',
      name: 'Lock and access',
      type: 'select',
      internal: true,
      options: ['Key from the office', 'Lockbox', 'Keypad', 'Card reader', 'Carrier key', 'Unlocked'],
    },
    // TIA-569-E: at least two dedicated 20 A circuits at 120 V.
    {
      key: 'power',
      name: 'Power',
      type: 'checkbox',
      mandatory: true,
      options: [
        'Dedicated 20 A circuit',
        'Dedicated 15 A circuit',
        'Shared outlet',
        'UPS',
        { label: 'Generator-backed', id: 'Generator backed' },
        'None',
      ],
    },
    { key: 'outlets', name: 'Available power outlets', type: 'numeric' },
    { key: 'panel-distance', name: 'Distance to the electrical panel (ft)', type: 'decimal', min: 0 },
    // ANSI/TIA-607: the TMGB is the primary bonding busbar (PBB), a TGB a secondary one (SBB), since revision C.
    {
      key: 'grounding',
      name: 'Bonding and grounding',
      type: 'select',
      options: [
        { label: 'TMGB (PBB)', id: 'Ground bar' },
        'TGB (SBB)',
        'Building steel',
        'Water pipe',
        { label: 'Electrical panel ground', id: 'Panel ground' },
        'None found',
      ],
    },
    // TIA-569-E: 3/4 in. plywood, 8 ft high, on at least two walls.
    {
      key: 'backboard',
      name: 'Backboard space',
      type: 'select',
      mandatory: true,
      options: ['4 x 8 ft or more free', '4 x 4 ft free', '2 x 2 ft free', 'No free space', 'No backboard'],
    },
    { key: 'racks', name: 'Number of racks or cabinets', type: 'numeric' },
    { key: 'rack-units', name: 'Available rack units', type: 'numeric' },
    {
      key: 'carriers',
      name: 'Carriers in the room and their equipment',
      type: 'text',
      dictation: true,
      media: true,
    },
    { key: 'demarcation', name: 'Demarcation point', type: 'text', media: true },
    { key: 'fibers', name: 'Fiber strands at the demarc', type: 'numeric' },
    ...otdr(),
    { key: 'pairs', name: 'Copper pairs at the demarc', type: 'numeric' },
    { key: 'coax', name: 'Coax feeds', type: 'numeric' },
    { key: 'coax-level', name: 'Coax level at the demarc', type: 'decimal', unit: 'dBmV' },
    { key: 'entrance-conduits', name: 'Entrance conduits: number and size', type: 'text', media: true },
    { key: 'entrance-fill', name: 'Entrance conduit fill', type: 'select', options: fill },
    { key: 'riser-path', name: 'Riser path out of the room', type: 'text', dictation: true, media: true },
    {
      key: 'cooling',
      name: 'Cooling',
      type: 'radio',
      options: ['Dedicated', 'Building air', 'Fan only', 'None'],
    },
    { key: 'water', name: 'Signs of water', type: 'radio', options: yesNo },
    { key: 'space', name: 'Space for new equipment', type: 'radio', mandatory: true, options: yesNoUnknown },
    { key: 'photos', name: 'Photos of each wall', type: 'photo', min: 4 },
    { key: 'notes', name: 'MDF notes', type: 'text', dictation: true },
  ],
}
