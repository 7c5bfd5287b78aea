% Accounts in a map: deposits, transfers, failures that are caught, a statement, interest.
1;
function bank = open_account(bank, id, owner, amount)
  if isKey(bank, id)
    error('Bank:exists', 'account %d exists', id);
  end
  bank(id) = struct('owner', owner, 'balance', amount, 'log', {{}});
end
function bank = withdraw(bank, id, amount)
  if ~isKey(bank, id)
    error('Bank:unknown', 'no account %d', id);
  end
  a = bank(id);
  if a.balance < amount
    error('Bank:funds', '%s has only %.2f', a.owner, a.balance);
  end
  a.balance -= amount;
  a.log{end+1} = sprintf('-%.2f', amount);
  bank(id) = a;
end
function bank = deposit(bank, id, amount)
  a = bank(id);
  a.balance += amount;
  a.log{end+1} = sprintf('+%.2f', amount);
  bank(id) = a;
end
bank = containers.Map('KeyType', 'double', 'ValueType', 'any');
open_account(bank, 1, 'Ann', 100);
open_account(bank, 2, 'Bob', 50.5);
bank.Count
ops = {@() withdraw(bank, 1, 30), @() withdraw(bank, 2, 80), @() withdraw(bank, 9, 1), @() open_account(bank, 1, 'X', 0), @() deposit(bank, 2, 19.5)};
for k = 1:numel(ops)
  try
    ops{k}();
    printf("%d ok\n", k);
  catch e
    printf("%d %s: %s\n", k, e.identifier, e.message);
  end
end
for id = cell2mat(keys(bank))
  a = bank(id);
  printf("%d %-4s %8.2f  %s\n", id, a.owner, a.balance, strjoin(a.log, ' '));
end
total = sum(cellfun(@(a) a.balance, values(bank)))
b = bank(1)
x = 1000; years = 0;
while x < 2000
  x *= 1.05; years++;
end
printf("doubled after %d years: %.2f\n", years, x);
rate = 0.04/12; n = 24; loan = 5000;
payment = loan*rate/(1 - (1 + rate)^-n);
left = loan;
for k = 1:n
  interest = left*rate;
  left = left + interest - payment;
  if mod(k, 8) == 0, printf("%2d %9.2f %7.2f\n", k, abs(left), interest); end
end
unwind_protect
  remove(bank, 1);
  disp(keys(bank));
unwind_protect_cleanup
  disp('closed');
end_unwind_protect
