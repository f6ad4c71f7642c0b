import { Button, Text } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'

export function AccountCreated({ onOk }: { onOk: () => void }) {
  return (
    <EntryPage title={say('accounts.createdTitle')}>
      <Text mb="lg" role="status">
        {say('accounts.createdText')}
      </Text>
      <Button fullWidth onClick={onOk} autoFocus>
        {say('common.ok')}
      </Button>
    </EntryPage>
  )
}
