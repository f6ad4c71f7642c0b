import { t } from '#web/lib/language/translate.ts'
import { choose, useSettings } from '#web/lib/settings/store.ts'
import { Choice } from './choice.tsx'

export function UnitSettings() {
  return (
    <Choice
      id="units"
      title={t('settings.units')}
      hint={t('settings.unitsHint')}
      value={useSettings().units}
      choices={[
        ['imperial', t('settings.imperial')],
        ['metric', t('settings.metric')],
      ]}
      onChoose={(units) => choose('units', units)}
    />
  )
}
