import { say } from '#web/lib/say.ts'
import { choose, useSettings } from '#web/lib/settings/store.ts'
import { Choice } from './choice.tsx'

export function UnitSettings() {
  return (
    <Choice
      id="units"
      title={say('settings.units')}
      hint={say('settings.unitsHint')}
      value={useSettings().units}
      choices={[
        ['imperial', say('settings.imperial')],
        ['metric', say('settings.metric')],
      ]}
      onChoose={(units) => choose('units', units)}
    />
  )
}
