/** The cast of the management examples: Augusta owns Analytical Payments, and Charles runs it with her. */
export const manageIds = {
  organisation: 'org_1ZsQw2RkE7gB5pLs9YzUhC',
  environment: 'env_1ZsQw4TnE8gB6pLs0YzUhC',
  liveEnvironment: 'env_1ZsQw5UoF9hC7qMt1ZaViD',
  apiKey: 'key_1ZsQw7WqH1jE9sOv3BcXkF',
  contract: 'ctr_7Hn2Wc5Yp9Kd1Jt6Gx3Ms8',
  operator: 'opr_1ZsQw8XrI2kF0tPw4CdYlG',
  otherOperator: 'opr_1ZsQwAZtK4mH2vRy6EfAnI',
  managementToken: 'mtk_1ZsQwCBvM6oJ4xTa8GhCpK',
  dryRun: 'dry_1ZtVqGFzQ0sN8bXe2KlGtO',
  session: 'ses_1ZtVqDCwN7pK5yUb9HiDqL',
  auditEntry: 'aud_1ZtVqEDxO8qL6zVc0IjErM',
  webhookEndpoint: 'we_1ZsQwFEyP9rM7aWd1JkFsN',
  reconciliationFinding: 'fnd_1ZtVqFEyP9rM7AWd1JkFsN',
  request: 'req_0VXRsVxWaPzR8cYf3LmHuP',
} as const;
