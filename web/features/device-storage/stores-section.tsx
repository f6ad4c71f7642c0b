import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { inMbOrGb } from '#web/lib/file-size.ts'
import { say } from '#web/lib/say.ts'
import { askToPersist, readStorageFacts, type StorageFacts } from '#web/lib/storage-facts.ts'
import type { DeviceStores } from '#web/offline/store/device-stores.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './device-storage.module.css'
import { FreeDialog } from './free-dialog.tsx'

const names = {
  surveys: 'storage.storeSurveys',
  answers: 'storage.storeAnswers',
  files: 'storage.storeFiles',
  pictures: 'storage.storePictures',
  plans: 'storage.storePlans',
  templates: 'storage.storeTemplates',
  bulk: 'bulk.store',
} as const

interface Props {
  readonly account: string
  readonly stores: DeviceStores
  readonly onFreed: () => void
}

/** What lies on this device, how much of it, and how safe it is there. */
export function StoresSection({ account, stores, onFreed }: Props) {
  const { facts, ask } = useFacts()
  const [freeing, setFreeing] = useState(false)
  const [outcome, setOutcome] = useState('')
  const asks = facts?.persisted === false
  const freed = (words: string) => {
    setOutcome(words)
    onFreed()
  }
  return (
    <Section id="stores" title={say('storage.stores')}>
      <Table className={classes.stores ?? ''} mb="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('storage.storeName')}</Table.Th>
            <Table.Th ta="end">{say('storage.storeCount')}</Table.Th>
            <Table.Th ta="end">{say('storage.storeSize')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(Object.keys(names) as (keyof typeof names)[]).map((store) => (
            <Table.Tr key={store}>
              <Table.Td>{say(names[store])}</Table.Td>
              <Table.Td ta="end">{stores[store].count}</Table.Td>
              <Table.Td ta="end">{inMbOrGb(stores[store].bytes)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {facts && <Facts facts={told(facts)} />}
      <Stack gap="xs" mt="md">
        {asks && (
          <Text size="sm">
            {say(facts.answer === 'denied' ? 'storage.persistedDenied' : 'storage.persistWhy')}
          </Text>
        )}
        <Group gap="sm">
          {asks && (
            <Button variant="default" onClick={ask}>
              {say('storage.persistAsk')}
            </Button>
          )}
          <Button variant="default" onClick={() => setFreeing(true)}>
            {say('storage.free')}
          </Button>
        </Group>
        <Text size="sm" role="status">
          {outcome}
        </Text>
      </Stack>
      {freeing && <FreeDialog account={account} onClose={() => setFreeing(false)} onFreed={freed} />}
    </Section>
  )
}

function useFacts() {
  const [facts, setFacts] = useState<StorageFacts | null>(null)
  const read = () => readStorageFacts().then(setFacts, () => undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when it is opened
  useEffect(() => void read(), [])
  return { facts, ask: () => void askToPersist().then(read) }
}

function told(facts: StorageFacts): readonly (readonly [string, string])[] {
  const { usage, quota, persisted, programKept, clearedWhenUnused } = facts
  return [
    ...(usage !== null && quota !== null
      ? [
          [
            say('storage.usage'),
            say('storage.usageOf', { used: inMbOrGb(usage), quota: inMbOrGb(quota) }),
          ] as const,
        ]
      : []),
    [say('storage.ready'), say(programKept ? 'storage.readyYes' : 'storage.readyNo')],
    [
      say('storage.persisted'),
      [
        say(facts.private ? 'storage.privateWindow' : persistedWords(persisted)),
        clearedWhenUnused ? say('storage.clearedWhenUnused') : '',
      ].join(' '),
    ],
  ]
}

function persistedWords(persisted: boolean | null) {
  if (persisted === null) return 'storage.persistedNever'
  return persisted ? 'storage.persistedYes' : 'storage.persistedNo'
}
