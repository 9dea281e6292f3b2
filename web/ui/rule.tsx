import { classes } from './classes.ts'
import css from './rule.module.css'

type RuleProps = {
  tone?: 'ink' | 'lamp' | 'danger'
  className?: string | undefined
}

/** The bar: thick line, gap, thin line. It opens sections, sheets and dialogs. */
export function Rule({ tone = 'ink', className }: RuleProps) {
  return <div aria-hidden="true" className={classes('rule', css[tone], className)} />
}
