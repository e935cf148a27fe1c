/** The cast of the examples: Ada Lovelace pays a plumber, Grace Hopper, 250 euros. */
export const ids = {
  customer: 'cus_1ZtVq8mYc0sKfT9vBzXr4W',
  linkSession: 'lnk_1ZtVqAj3LhP6wD2nGy7RkE',
  institution: 'ins_1ZsR0b5HcXkM9dJt3VwQyA',
  connection: 'con_1ZsQx4TnE8gB6pLs0YzUhC',
  otherConnection: 'con_1ZsQx7KdW2mF5rVj9CbNqT',
  payerAccount: 'acct_1ZtVqEw9SxU4kHb8ZmDfPo',
  payeeAccount: 'acct_1ZtVqHs6RvC3yNq1XgJtLa',
  quote: 'qt_1ZtVqLp2FzB7jWm5TdKcGi',
  paymentIntent: 'pi_1ZtVqPk8DyV4nXs0QhRbMu',
  leg: 'leg_1ZtVqPn1GwT9cZf6LjSvKe',
  decision: 'dec_1ZtVqTg5JxY2bPr8HmWnCd',
  localDecision: 'dec_1ZtVqVb4MzK7sDw3EfRyUo',
  outcome: 'out_1ZtVqWd7QkN0vGs4BxLtHj',
  event: 'evt_1ZtVqXf3VyH6tRc9NpKzSb',
  request: 'req_1ZtVqXf0CmJ8wLg2YdTqEa',
} as const;

export const digests = {
  quote: 'sha256:5e0cbb8f7a1d4e6293b0c7f8a2d94416e3b75d90c1fa8264b7e93d0512ac68fe',
  snapshot: 'sha256:b1946ac92492d2347c6235b4d2611184f0a9d7c3e85b6a27f4d0c918e23a75bd',
} as const;
