import { facade } from './scenes/facade.ts'
import { handhole } from './scenes/handhole.ts'
import { idfCloset } from './scenes/idf-closet.ts'
import { mdfRoom } from './scenes/mdf-room.ts'
import { mediaPanel } from './scenes/media-panel.ts'
import { punchBlocks } from './scenes/punch-blocks.ts'
import { riserSleeves } from './scenes/riser-sleeves.ts'
import type { Shot } from './shot.ts'

/** The photos of the sample survey, by file name. */
export const shots: Readonly<Record<string, () => Promise<Shot>>> = {
  facade,
  'mdf-room': mdfRoom,
  'punch-blocks': punchBlocks,
  'idf-closet': idfCloset,
  'riser-sleeves': riserSleeves,
  'media-panel': mediaPanel,
  handhole,
}
