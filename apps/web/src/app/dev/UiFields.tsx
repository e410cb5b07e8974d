import search from '@phosphor-icons/core/bold/magnifying-glass-bold.svg?path'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { CodeField } from '#ui/forms/CodeField.tsx'
import { Field } from '#ui/forms/Field.tsx'
import { SecretField } from '#ui/forms/SecretField.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './UiPage.module.css'

const kinds = [
  { value: '', label: 'Any kind' },
  { value: 'cat', label: 'Cat' },
]

export function UiFields() {
  return (
    <section className={styles.section}>
      <h2>Fields</h2>
      <div className={styles.grid}>
        <Field label="Rest" placeholder="Placeholder" />
        <Field label="Valid" asId valid defaultValue="amina.o" help="amina.o is free." />
        <Field label="Error" defaultValue="amina@" error="That email is missing its second half." />
        <Field label="Disabled" disabled defaultValue="amina" />
        <Field label="Search" icon={<Icon path={search} size={20} />} placeholder="Users, pets, #tags" />
        <SecretField
          label="Zip code"
          showLabel="Show zip code"
          hideLabel="Hide zip code"
          defaultValue="00100"
          help="You log in with this, so we keep it as secret as a password."
        />
        <TextArea
          label="Bio"
          defaultValue="Two dogs and a view."
          counter={{ used: 290, max: 300, label: '10 characters left' }}
        />
        <Select label="Kind" options={kinds} defaultValue="cat" />
        <Select label="Nothing chosen" options={kinds} error="Choose a kind." />
        <CodeField label="8-digit code" name="code" defaultValue="4071" help="Works for ten minutes." />
        <CodeField
          label="Wrong code"
          name="wrong"
          defaultValue="40712958"
          error="That code is not right. 3 tries left."
        />
        <Checkbox label="Remember this device" help="Next time the zip code alone is enough here." defaultChecked />
      </div>
    </section>
  )
}
