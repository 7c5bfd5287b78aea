% Months.
calendar(2024, 2)
c = calendar(2023, 10)
