import { Anchor, Stack } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'

/** Links below the card: the other recovery method and Back. Each is tall enough to tap. */
export function RecoveryLinks({ to, words }: { to: string; words: string }) {
  return (
    <Stack gap={0} align="center">
      <Anchor component={Link} to={to} fw={600} py={10} ta="center">
        {words}
      </Anchor>
      <Anchor component={Link} to="/" fw={600} py={10} ta="center">
        {t('accounts.backToLogin')}
      </Anchor>
    </Stack>
  )
}
