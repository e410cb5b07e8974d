import { petRoles } from '@pawtrait/contract/pets/pets.ts'
import calendar from '@phosphor-icons/core/regular/calendar-check.svg?path'
import firstAid from '@phosphor-icons/core/regular/first-aid-kit.svg?path'
import house from '@phosphor-icons/core/regular/house.svg?path'
import key from '@phosphor-icons/core/regular/key.svg?path'
import { roleLabels } from '#i18n/en/by-value/pets/role-labels.ts'
import { rolePermissions } from '#i18n/en/by-value/pets/role-permissions.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { IconTile } from '#ui/lists/IconRow.tsx'
import styles from './PetPeoplePage.module.css'

const icons = { owner: key, family: house, carer: firstAid, sitter: calendar }

export function PetRoles() {
  const t = useTranslate()
  return (
    <section className={styles.card} aria-labelledby="may-do">
      <h2 id="may-do">{t(phrases.people.rolePermissionsTitle)}</h2>
      <ul className={styles.roles}>
        {petRoles.map((role) => (
          <li key={role}>
            <IconTile icon={icons[role]} size={20} />
            <div>
              <b>{t(roleLabels[role])}</b>
              <p className={styles.hint}>{t(rolePermissions[role])}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
